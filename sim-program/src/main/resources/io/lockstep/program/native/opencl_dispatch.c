/* SPDX-License-Identifier: Apache-2.0 */
/* The table of functions of the ICD interface (cl_khr_icd), and functions by their names. */
#define _GNU_SOURCE
#include "opencl.h"

struct function {
  const char *name;
  const void *address;
};

EXPORT void *clGetExtensionFunctionAddress(const char *name);
EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);

#include "opencl_functions.h" /* of opencl.txt */

/* The functions of extensions, and for programs that link with the driver itself, all others. */
void *clGetExtensionFunctionAddress(const char *name) {
  for (size_t i = 0; name != NULL && i < sizeof NAMES / sizeof *NAMES; i++) {
    if (strcmp(NAMES[i].name, name) == 0) {
      return (void *)NAMES[i].address;
    }
  }
  return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return clGetExtensionFunctionAddress(name);
}
