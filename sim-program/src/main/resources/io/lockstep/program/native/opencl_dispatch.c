/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of functions in the order of the ICD interface (cl_khr_icd), and the functions that are
 * not supported: they say their name and return the standard's error.
 */
#define _GNU_SOURCE
#include "opencl.h"

/* Functions that return an error. */
#define NO(name)                           \
  static cl_int no_##name(void) {          \
    return unsupported(#name);             \
  }

/* Functions that return an object, with the place for the error as last parameter. */
#define NO_OBJECT_3(name)                                          \
  static void *no_##name(void *a, void *b, cl_int *error_ret) {    \
    return fail(error_ret, unsupported(#name));                    \
  }
#define NO_OBJECT_4(name)                                                  \
  static void *no_##name(void *a, void *b, void *c, cl_int *error_ret) {   \
    return fail(error_ret, unsupported(#name));                            \
  }
#define NO_OBJECT_6(name)                                                             \
  static void *no_##name(void *a, void *b, void *c, void *d, void *e, cl_int *error_ret) { \
    return fail(error_ret, unsupported(#name));                                       \
  }

NO_OBJECT_4(clCreateFromGLBuffer)
NO_OBJECT_6(clCreateFromGLTexture2D)
NO_OBJECT_6(clCreateFromGLTexture3D)
NO_OBJECT_4(clCreateFromGLRenderbuffer)
NO(clGetGLObjectInfo)
NO(clGetGLTextureInfo)
NO(clEnqueueAcquireGLObjects)
NO(clEnqueueReleaseGLObjects)
NO(clGetGLContextInfoKHR)
NO(clCreateSubDevicesEXT)
NO_OBJECT_3(clCreateEventFromGLsyncKHR)
NO_OBJECT_6(clCreateFromGLTexture)
NO_OBJECT_6(clCreateFromEGLImageKHR)
NO(clEnqueueAcquireEGLObjectsKHR)
NO(clEnqueueReleaseEGLObjectsKHR)
NO_OBJECT_4(clCreateEventFromEGLSyncKHR)
NO_OBJECT_6(clCreatePipe)
NO(clGetPipeInfo)

EXPORT void *clGetExtensionFunctionAddress(const char *name);
EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);

/* The others are in the files of their objects. */
#define SUPPORTED(F) \
  F(clGetPlatformIDs) F(clGetPlatformInfo) F(clGetDeviceIDs) F(clGetDeviceInfo) \
  F(clCreateContext) F(clCreateContextFromType) F(clRetainContext) F(clReleaseContext) \
  F(clGetContextInfo) F(clCreateCommandQueue) F(clRetainCommandQueue) F(clReleaseCommandQueue) \
  F(clGetCommandQueueInfo) F(clSetCommandQueueProperty) F(clCreateBuffer) F(clCreateImage2D) \
  F(clCreateImage3D) F(clRetainMemObject) F(clReleaseMemObject) F(clGetSupportedImageFormats) \
  F(clGetMemObjectInfo) F(clGetImageInfo) F(clCreateSampler) F(clRetainSampler) \
  F(clReleaseSampler) F(clGetSamplerInfo) F(clCreateProgramWithSource) \
  F(clCreateProgramWithBinary) F(clRetainProgram) F(clReleaseProgram) F(clBuildProgram) \
  F(clUnloadCompiler) F(clGetProgramInfo) F(clGetProgramBuildInfo) F(clCreateKernel) \
  F(clCreateKernelsInProgram) F(clRetainKernel) F(clReleaseKernel) F(clSetKernelArg) \
  F(clGetKernelInfo) F(clGetKernelWorkGroupInfo) F(clWaitForEvents) F(clGetEventInfo) \
  F(clRetainEvent) F(clReleaseEvent) F(clGetEventProfilingInfo) F(clFlush) F(clFinish) \
  F(clEnqueueReadBuffer) F(clEnqueueWriteBuffer) F(clEnqueueCopyBuffer) F(clEnqueueReadImage) \
  F(clEnqueueWriteImage) F(clEnqueueCopyImage) F(clEnqueueCopyImageToBuffer) \
  F(clEnqueueCopyBufferToImage) F(clEnqueueMapBuffer) F(clEnqueueMapImage) \
  F(clEnqueueUnmapMemObject) F(clEnqueueNDRangeKernel) F(clEnqueueTask) \
  F(clEnqueueNativeKernel) F(clEnqueueMarker) F(clEnqueueWaitForEvents) F(clEnqueueBarrier) \
  F(clSetEventCallback) F(clCreateSubBuffer) F(clSetMemObjectDestructorCallback) \
  F(clCreateUserEvent) F(clSetUserEventStatus) F(clEnqueueReadBufferRect) \
  F(clEnqueueWriteBufferRect) F(clEnqueueCopyBufferRect) F(clCreateSubDevices) \
  F(clRetainDevice) F(clReleaseDevice) F(clCreateImage) F(clCreateProgramWithBuiltInKernels) \
  F(clCompileProgram) F(clLinkProgram) F(clUnloadPlatformCompiler) F(clGetKernelArgInfo) \
  F(clEnqueueFillBuffer) F(clEnqueueFillImage) F(clEnqueueMigrateMemObjects) \
  F(clEnqueueMarkerWithWaitList) F(clEnqueueBarrierWithWaitList) \
  F(clCreateCommandQueueWithProperties) F(clCreateSamplerWithProperties) \
  F(clSetKernelArgSVMPointer) F(clSetKernelExecInfo) F(clCloneKernel) F(clCreateProgramWithIL) \
  F(clGetDeviceAndHostTimer) F(clGetHostTimer) F(clGetKernelSubGroupInfo) \
  F(clSetDefaultDeviceCommandQueue) F(clSetProgramReleaseCallback) \
  F(clSetProgramSpecializationConstant) F(clCreateBufferWithProperties) \
  F(clCreateImageWithProperties) F(clSetContextDestructorCallback) F(clSVMAlloc) F(clSVMFree) \
  F(clEnqueueSVMFree) F(clEnqueueSVMMemcpy) F(clEnqueueSVMMemFill) F(clEnqueueSVMMap) \
  F(clEnqueueSVMUnmap) F(clEnqueueSVMMigrateMem)

#define DECLARED(name) void name(void);
SUPPORTED(DECLARED)
void clIcdGetPlatformIDsKHR(void);

const void *const dispatch_table[] = {
    (const void *)clGetPlatformIDs,
    (const void *)clGetPlatformInfo,
    (const void *)clGetDeviceIDs,
    (const void *)clGetDeviceInfo,
    (const void *)clCreateContext,
    (const void *)clCreateContextFromType,
    (const void *)clRetainContext,
    (const void *)clReleaseContext,
    (const void *)clGetContextInfo,
    (const void *)clCreateCommandQueue,
    (const void *)clRetainCommandQueue,
    (const void *)clReleaseCommandQueue,
    (const void *)clGetCommandQueueInfo,
    (const void *)clSetCommandQueueProperty,
    (const void *)clCreateBuffer,
    (const void *)clCreateImage2D,
    (const void *)clCreateImage3D,
    (const void *)clRetainMemObject,
    (const void *)clReleaseMemObject,
    (const void *)clGetSupportedImageFormats,
    (const void *)clGetMemObjectInfo,
    (const void *)clGetImageInfo,
    (const void *)clCreateSampler,
    (const void *)clRetainSampler,
    (const void *)clReleaseSampler,
    (const void *)clGetSamplerInfo,
    (const void *)clCreateProgramWithSource,
    (const void *)clCreateProgramWithBinary,
    (const void *)clRetainProgram,
    (const void *)clReleaseProgram,
    (const void *)clBuildProgram,
    (const void *)clUnloadCompiler,
    (const void *)clGetProgramInfo,
    (const void *)clGetProgramBuildInfo,
    (const void *)clCreateKernel,
    (const void *)clCreateKernelsInProgram,
    (const void *)clRetainKernel,
    (const void *)clReleaseKernel,
    (const void *)clSetKernelArg,
    (const void *)clGetKernelInfo,
    (const void *)clGetKernelWorkGroupInfo,
    (const void *)clWaitForEvents,
    (const void *)clGetEventInfo,
    (const void *)clRetainEvent,
    (const void *)clReleaseEvent,
    (const void *)clGetEventProfilingInfo,
    (const void *)clFlush,
    (const void *)clFinish,
    (const void *)clEnqueueReadBuffer,
    (const void *)clEnqueueWriteBuffer,
    (const void *)clEnqueueCopyBuffer,
    (const void *)clEnqueueReadImage,
    (const void *)clEnqueueWriteImage,
    (const void *)clEnqueueCopyImage,
    (const void *)clEnqueueCopyImageToBuffer,
    (const void *)clEnqueueCopyBufferToImage,
    (const void *)clEnqueueMapBuffer,
    (const void *)clEnqueueMapImage,
    (const void *)clEnqueueUnmapMemObject,
    (const void *)clEnqueueNDRangeKernel,
    (const void *)clEnqueueTask,
    (const void *)clEnqueueNativeKernel,
    (const void *)clEnqueueMarker,
    (const void *)clEnqueueWaitForEvents,
    (const void *)clEnqueueBarrier,
    (const void *)clGetExtensionFunctionAddress,
    (const void *)no_clCreateFromGLBuffer,
    (const void *)no_clCreateFromGLTexture2D,
    (const void *)no_clCreateFromGLTexture3D,
    (const void *)no_clCreateFromGLRenderbuffer,
    (const void *)no_clGetGLObjectInfo,
    (const void *)no_clGetGLTextureInfo,
    (const void *)no_clEnqueueAcquireGLObjects,
    (const void *)no_clEnqueueReleaseGLObjects,
    (const void *)no_clGetGLContextInfoKHR,
    NULL, /* clGetDeviceIDsFromD3D10KHR */
    NULL, /* clCreateFromD3D10BufferKHR */
    NULL, /* clCreateFromD3D10Texture2DKHR */
    NULL, /* clCreateFromD3D10Texture3DKHR */
    NULL, /* clEnqueueAcquireD3D10ObjectsKHR */
    NULL, /* clEnqueueReleaseD3D10ObjectsKHR */
    (const void *)clSetEventCallback,
    (const void *)clCreateSubBuffer,
    (const void *)clSetMemObjectDestructorCallback,
    (const void *)clCreateUserEvent,
    (const void *)clSetUserEventStatus,
    (const void *)clEnqueueReadBufferRect,
    (const void *)clEnqueueWriteBufferRect,
    (const void *)clEnqueueCopyBufferRect,
    (const void *)no_clCreateSubDevicesEXT,
    (const void *)clRetainDevice,
    (const void *)clReleaseDevice,
    (const void *)no_clCreateEventFromGLsyncKHR,
    (const void *)clCreateSubDevices,
    (const void *)clRetainDevice,
    (const void *)clReleaseDevice,
    (const void *)clCreateImage,
    (const void *)clCreateProgramWithBuiltInKernels,
    (const void *)clCompileProgram,
    (const void *)clLinkProgram,
    (const void *)clUnloadPlatformCompiler,
    (const void *)clGetKernelArgInfo,
    (const void *)clEnqueueFillBuffer,
    (const void *)clEnqueueFillImage,
    (const void *)clEnqueueMigrateMemObjects,
    (const void *)clEnqueueMarkerWithWaitList,
    (const void *)clEnqueueBarrierWithWaitList,
    (const void *)clGetExtensionFunctionAddressForPlatform,
    (const void *)no_clCreateFromGLTexture,
    NULL, /* clGetDeviceIDsFromD3D11KHR */
    NULL, /* clCreateFromD3D11BufferKHR */
    NULL, /* clCreateFromD3D11Texture2DKHR */
    NULL, /* clCreateFromD3D11Texture3DKHR */
    NULL, /* clCreateFromDX9MediaSurfaceKHR */
    NULL, /* clEnqueueAcquireD3D11ObjectsKHR */
    NULL, /* clEnqueueReleaseD3D11ObjectsKHR */
    NULL, /* clGetDeviceIDsFromDX9MediaAdapterKHR */
    NULL, /* clEnqueueAcquireDX9MediaSurfacesKHR */
    NULL, /* clEnqueueReleaseDX9MediaSurfacesKHR */
    (const void *)no_clCreateFromEGLImageKHR,
    (const void *)no_clEnqueueAcquireEGLObjectsKHR,
    (const void *)no_clEnqueueReleaseEGLObjectsKHR,
    (const void *)no_clCreateEventFromEGLSyncKHR,
    (const void *)clCreateCommandQueueWithProperties,
    (const void *)no_clCreatePipe,
    (const void *)no_clGetPipeInfo,
    (const void *)clSVMAlloc,
    (const void *)clSVMFree,
    (const void *)clEnqueueSVMFree,
    (const void *)clEnqueueSVMMemcpy,
    (const void *)clEnqueueSVMMemFill,
    (const void *)clEnqueueSVMMap,
    (const void *)clEnqueueSVMUnmap,
    (const void *)clCreateSamplerWithProperties,
    (const void *)clSetKernelArgSVMPointer,
    (const void *)clSetKernelExecInfo,
    (const void *)clGetKernelSubGroupInfo,
    (const void *)clCloneKernel,
    (const void *)clCreateProgramWithIL,
    (const void *)clEnqueueSVMMigrateMem,
    (const void *)clGetDeviceAndHostTimer,
    (const void *)clGetHostTimer,
    (const void *)clGetKernelSubGroupInfo,
    (const void *)clSetDefaultDeviceCommandQueue,
    (const void *)clSetProgramReleaseCallback,
    (const void *)clSetProgramSpecializationConstant,
    (const void *)clCreateBufferWithProperties,
    (const void *)clCreateImageWithProperties,
    (const void *)clSetContextDestructorCallback,
};

struct function {
  const char *name;
  const void *address;
};

#define NAMED(name) {#name, (const void *)name},

/* The functions of extensions, and for programs that link with the driver itself, all others. */
EXPORT void *clGetExtensionFunctionAddress(const char *name) {
  static const struct function FUNCTIONS[] = {SUPPORTED(NAMED){"clIcdGetPlatformIDsKHR", (const void *)clIcdGetPlatformIDsKHR}};
  for (size_t i = 0; name != NULL && i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    if (strcmp(FUNCTIONS[i].name, name) == 0) {
      return (void *)FUNCTIONS[i].address;
    }
  }
  return NULL;
}

EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return clGetExtensionFunctionAddress(name);
}
