/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts and samplers. */
#define _GNU_SOURCE
#include "opencl.h"

static cl_context new_context(const cl_property *properties, const void *notify, const void *data,
                              cl_int *error_ret) {
  NONE_IF(notify == NULL && data != NULL, CL_INVALID_VALUE);
  NONE_IF(repeats(properties), CL_INVALID_PROPERTY);
  for (const cl_property *p = properties; p != NULL && *p != 0; p += 2) {
    NONE_IF(p[0] == CL_CONTEXT_PLATFORM && (cl_platform_id)p[1] != &the_platform,
            CL_INVALID_PLATFORM);
    NONE_IF(p[0] == CL_CONTEXT_INTEROP_USER_SYNC && p[1] != 0 && p[1] != 1, CL_INVALID_PROPERTY);
    if (p[0] != CL_CONTEXT_PLATFORM && p[0] != CL_CONTEXT_INTEROP_USER_SYNC) {
      ls_note("contexts that share objects with other interfaces are not supported");
      return fail(error_ret, CL_INVALID_PROPERTY);
    }
  }
  cl_context context = make(CONTEXT, sizeof *context);
  context->properties = copy_properties(properties, &context->property_count);
  fail(error_ret, CL_SUCCESS);
  return context;
}

cl_context clCreateContext(const cl_property *properties, cl_uint count,
                           const cl_device_id *devices, void *notify, void *data,
                           cl_int *error_ret) {
  NONE_IF(count == 0 || devices == NULL, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    NONE_IF(devices[i] != &the_device, CL_INVALID_DEVICE);
  }
  return new_context(properties, notify, data, error_ret);
}

cl_context clCreateContextFromType(const cl_property *properties, cl_bitfield type, void *notify,
                                   void *data, cl_int *error_ret) {
  NONE_IF(!is_device_type(type), CL_INVALID_DEVICE_TYPE);
  NONE_IF((type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU)) == 0, CL_DEVICE_NOT_FOUND);
  return new_context(properties, notify, data, error_ret);
}

void drop_context(cl_context context) {
  if (release(context)) {
    run_callbacks(context->at_end, context);
    free(context->properties);
    free(context);
  }
}

static cl_sampler new_sampler(cl_context context, cl_ulong normalized, cl_ulong mode,
                              cl_ulong filter, cl_int *error_ret) {
  int repeated = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
  NONE_IF(check_AddressingMode((int64_t)mode) != CL_SUCCESS
              || check_FilterMode((int64_t)filter) != CL_SUCCESS || (repeated && normalized == 0),
          CL_INVALID_VALUE);
  cl_sampler sampler = make(SAMPLER, sizeof *sampler);
  retain(context);
  sampler->context = context;
  sampler->normalized = normalized != 0;
  sampler->mode = (cl_uint)mode;
  sampler->filter = (cl_uint)filter;
  fail(error_ret, CL_SUCCESS);
  return sampler;
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_ulong *properties,
                                         cl_int *error_ret) {
  cl_ulong normalized = 1, mode = CL_ADDRESS_CLAMP, filter = CL_FILTER_NEAREST;
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  NONE_IF(repeats((const cl_property *)properties), CL_INVALID_VALUE);
  for (const cl_ulong *p = properties; p != NULL && *p != 0; p += 2) {
    switch (p[0]) {
      case 0x1152: normalized = p[1]; break;
      case 0x1153: mode = p[1]; break;
      case 0x1154: filter = p[1]; break;
      default: return fail(error_ret, CL_INVALID_VALUE);
    }
  }
  cl_sampler sampler = new_sampler(context, normalized, mode, filter, error_ret);
  if (sampler != NULL) {
    sampler->properties =
        copy_properties((const cl_property *)properties, &sampler->property_count);
  }
  return sampler;
}

static void drop_sampler(cl_sampler sampler) {
  if (release(sampler)) {
    drop_context(sampler->context);
    free(sampler->properties);
    free(sampler);
  }
}
