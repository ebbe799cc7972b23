// Workspaces that wait for their next query.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/workspace.hpp"

namespace pathstar {

template <class Cost>
class WorkspacePool : public std::enable_shared_from_this<WorkspacePool<Cost>> {
 public:
  // A workspace on loan; it goes back when the lease ends, even if the pool's owner is gone by then.
  class Lease {
   public:
    Lease(std::shared_ptr<WorkspacePool> pool, std::unique_ptr<Workspace<Cost>> workspace)
        : pool_(std::move(pool)), workspace_(std::move(workspace)) {}
    Lease(Lease&&) noexcept = default;
    ~Lease() {
      if (workspace_) pool_->give_back(std::move(workspace_));
    }
    Workspace<Cost>& operator*() const noexcept { return *workspace_; }

   private:
    std::shared_ptr<WorkspacePool> pool_;
    std::unique_ptr<Workspace<Cost>> workspace_;
  };

  Lease take() {
    std::unique_ptr<Workspace<Cost>> workspace;
    {
      const std::lock_guard lock(mutex_);
      if (!waiting_.empty()) {
        workspace = std::move(waiting_.back());
        waiting_.pop_back();
      }
    }
    if (!workspace) workspace = std::make_unique<Workspace<Cost>>();
    return {this->shared_from_this(), std::move(workspace)};
  }

 private:
  void give_back(std::unique_ptr<Workspace<Cost>> workspace) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(workspace));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace<Cost>>> waiting_;
};

}  // namespace pathstar
