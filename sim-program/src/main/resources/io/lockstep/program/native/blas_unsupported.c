/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are not supported: each says its name once and fails. */
#include "blas.h"

#ifdef LOCKSTEP_HIP
/* The names are in Lockstep's own header, hipblas.h, with which all programs are compiled. */
API Status hipblasLockstepRefuse(const char *name) {
  library_refuse(name);
  return NOT_SUPPORTED;
}
#define REFUSED(name, text)
#else
#define REFUSED(name, text) \
  API Status name(void) {   \
    library_refuse(#name);  \
    return NOT_SUPPORTED;   \
  }
#endif
