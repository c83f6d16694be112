/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are not supported (api.txt): each says its name once and fails. */
#include "cudart.h"

#define REFUSED(name, text)   \
  API Error name(void);       \
  API Error name(void) {      \
    CALL(refused(text));      \
  }

/* The same for functions of Lockstep's libraries, which have no connection of their own. */
API Error __cudaLockstepRefuse(const char *name) {
  CALL(unsupported(name));
}
