/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are not supported: each says its name once and fails. */
#include "cudart.h"

static Error refuse(const char *name) {
  Error error = enter(__func__);
  return leave(error ? error : unsupported(name));
}

#define NO(name)            \
  API Error name(void);     \
  API Error name(void) {    \
    return refuse(#name);   \
  }
#define NO_BOTH(name) NO(cuda##name)
#include "cudart_unsupported.h"
#include "cuda_both_unsupported.h"

/* The same for functions of Lockstep's libraries, which have no connection of their own. */
API Error __cudaLockstepRefuse(const char *name) {
  return refuse(name);
}
