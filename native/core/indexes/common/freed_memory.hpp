// What a build has freed, given back to the system.
//
// glibc keeps memory that was freed in small pieces for later ones, in each thread apart: a build whose labels grow in
// small pieces and then become large arrays would take twice its memory.
#pragma once

#include <cstdlib>  // says whether the library is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace pathstar {

// Takes up to 0.2 s for a gigabyte.
inline void give_back_freed_memory() noexcept {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace pathstar
