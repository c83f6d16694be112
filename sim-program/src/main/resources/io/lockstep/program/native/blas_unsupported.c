/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are not supported: each says its name once and fails. */
#include "blas.h"

#ifdef LOCKSTEP_HIP
/* The names are in Lockstep's own header, hipblas.h, with which all programs are compiled. */
API Status hipblasLockstepRefuse(const char *name) {
  library_refuse(name);
  return NOT_SUPPORTED;
}
#else
#define NO(name)            \
  API Status name(void);    \
  API Status name(void) {   \
    library_refuse(#name);  \
    return NOT_SUPPORTED;   \
  }
#include "cublas_unsupported.h"
#endif
