/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of functions by name and version, and functions that are not supported. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "cuda_driver.h"

/* Functions that are not supported (api.txt). */
#define MOST_FORMS 4
static const struct {
  const char *name;
  int since[MOST_FORMS]; /* versions of CUDA; 0: no further form */
} FORMS_OF[] = {
#define FORMS(name, ...) {#name, {__VA_ARGS__}},
#include "cuda_versions.h"
#undef FORMS
};

/* CUdriverProcAddressQueryResult */
enum { FOUND, NOT_FOUND, TOO_OLD };

/* The number of the form that a version of CUDA has; 0: it has none. */
static int form_of(const char *name, int version) {
  for (size_t i = 0; i < sizeof FORMS_OF / sizeof *FORMS_OF; i++)
    if (!strcmp(FORMS_OF[i].name, name)) {
      int form = 0;
      while (form < MOST_FORMS && FORMS_OF[i].since[form] && FORMS_OF[i].since[form] <= version)
        form++;
      return form;
    }
  return 1;
}

/* A function of this library. */
static void *exported(const char *name, const char *form, const char *ending) {
  static void *library;
  char whole[128];
  Dl_info here;
  if (!library && dladdr((void *)(uintptr_t)form_of, &here))
    library = dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  snprintf(whole, sizeof whole, "%s%s%s", name, form, ending);
  return library ? dlsym(library, whole) : NULL;
}

static void *find(const char *name, const char *form, int per_thread) {
  void *function = per_thread ? exported(name, form, "_ptsz") : NULL;
  if (!function && per_thread)
    function = exported(name, form, "_ptds");
  return function ? function : exported(name, form, "");
}

static Error address_of(const char *name, void **function, int version, uint64_t flags,
                        int *status) {
  enum { LEGACY_STREAM = 1, PER_THREAD_STREAM = 2 };
  if (!name || !*name || !function || flags > PER_THREAD_STREAM
      || version > CUDART_MAJOR * 1000 + 999)
    return cudaErrorInvalidValue;
  char form[16] = "";
  int number = form_of(name, version);
  if (number > 1)
    snprintf(form, sizeof form, "_v%d", number);
  int own = !strncmp(name, "cu", 2) && strncmp(name, "cuda", 4) != 0;
  *function = own && number > 0 ? find(name, form, flags == PER_THREAD_STREAM) : NULL;
  if (status)
    *status = *function ? FOUND : number == 0 ? TOO_OLD : NOT_FOUND;
  return cudaSuccess;
}

/* Answers before cuInit, as programs ask for the address of cuInit. */
API Result cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags,
                               int *status) {
  return result_of(address_of(name, function, version, flags, status));
}

API Result cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
  int status;
  Error error = address_of(name, function, version, flags, &status);
  return result_of(error || status == FOUND ? error : cudaErrorSymbolNotFound);
}

/* Functions that are not supported (api.txt). */
#define REFUSED(name, text)  \
  API Result name(void);     \
  API Result name(void) {    \
    ASK(refused(text));      \
  }
