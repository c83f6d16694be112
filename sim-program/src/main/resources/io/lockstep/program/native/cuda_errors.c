/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the driver interface: numbers, names and texts. */
#include "cuda_driver.h"

static const struct {
  Result number;
  const char *name;
} RESULTS[] = {
#define ERROR(name, number, text)
#define RESULT(name, number) {number, #name},
#include "cudart_errors.h"
};

static const char *name_of(Result result) {
  for (size_t i = 0; i < sizeof RESULTS / sizeof *RESULTS; i++)
    if (RESULTS[i].number == result)
      return RESULTS[i].name;
  return NULL;
}

Result result_of(Error error) {
  switch (IS_RUNTIME ? cudaSuccess : error) {
  case cudaSuccess:
    return error;
  case cudaErrorInvalidDeviceFunction:
    return CUDA_ERROR_INVALID_HANDLE;
  case cudaErrorInvalidSymbol:
    return CUDA_ERROR_NOT_FOUND;
  default: /* of the runtime alone: its checks of arguments */
    return name_of(error) ? error : CUDA_ERROR_INVALID_VALUE;
  }
}

static Result answer(const char **result, const char *text) {
  if (!result)
    return CUDA_ERROR_INVALID_VALUE;
  *result = text;
  return text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API Result cuGetErrorName(Result error, const char **name) {
  return answer(name, name_of(error));
}

/* The text of the runtime's error of this number, or the name if the runtime has none. */
static const char *text_of(Result error) {
  const char *name = name_of(error);
  return name && error != result_of(error) ? name : cudaGetErrorString(error);
}

API Result cuGetErrorString(Result error, const char **text) {
  return answer(text, name_of(error) ? text_of(error) : NULL);
}
