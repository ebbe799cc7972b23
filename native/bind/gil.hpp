// Releases the GIL and takes it back in a way that lets the process end while a daemon thread is at work.
//
// Once the interpreter shuts down, CPython before 3.14 calls pthread_exit() in every other thread that asks for the
// GIL. In glibc that unwinds the thread's stack as an exception does. If it meets a destructor or another function that
// may not throw, std::terminate() aborts the process. A thread that is ended inside or_stop() instead waits there until
// the process is gone, as it does in CPython 3.14. A thread of our own has no Python state before it asks for the GIL;
// making one for an interpreter that is being torn down would crash, so such a thread waits without asking.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#if defined(__GLIBC__) && defined(__GLIBCXX__)
#include <cxxabi.h>
#include <dlfcn.h>
#include <unistd.h>

// Whether the interpreter is shutting down. The function is public from 3.13 on; before that it exists under a private
// name.
inline bool is_finalizing() {
  using Ask = int (*)();
  static const auto ask = [] {
    void* const found = dlsym(RTLD_DEFAULT, "Py_IsFinalizing");
    return reinterpret_cast<Ask>(found != nullptr ? found : dlsym(RTLD_DEFAULT, "_Py_IsFinalizing"));
  }();
  return ask != nullptr && ask() != 0;
}
#endif

// Calls function(), which may ask for the GIL or run Python code. Between this call and those there may be no object
// with a destructor, since that would run without the GIL.
template <class Function>
decltype(auto) or_stop(Function&& function) {
#if defined(__GLIBC__) && defined(__GLIBCXX__)
  try {
    return std::forward<Function>(function)();
  } catch (abi::__forced_unwind&) {
    for (;;) pause();
  }
#else
  return std::forward<Function>(function)();
#endif
}

inline PyGILState_STATE take_gil() {
#if defined(__GLIBC__) && defined(__GLIBCXX__)
  while (is_finalizing() && PyGILState_GetThisThreadState() == nullptr) pause();
#endif
  return PyGILState_Ensure();
}

// Releases the GIL for its lifetime.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;
  ~WithoutGil() {
    or_stop([this] { PyEval_RestoreThread(state_); });
  }

 private:
  PyThreadState* state_;
};

// Holds the GIL for its lifetime.
class WithGil {
 public:
  WithGil() : state_(or_stop(&take_gil)) {}
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;
  ~WithGil() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};
