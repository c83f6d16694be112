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

/* All functions in the order of the table: F for those in the files of their objects, OTHER for
   further entries, NONE for functions of other systems. */
#define FUNCTIONS(F, OTHER, NONE) \
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
  F(clEnqueueUnmapMemObject) F(clEnqueueNDRangeKernel) F(clEnqueueTask) F(clEnqueueNativeKernel) \
  F(clEnqueueMarker) F(clEnqueueWaitForEvents) F(clEnqueueBarrier) \
  OTHER(clGetExtensionFunctionAddress) OTHER(no_clCreateFromGLBuffer) \
  OTHER(no_clCreateFromGLTexture2D) OTHER(no_clCreateFromGLTexture3D) \
  OTHER(no_clCreateFromGLRenderbuffer) OTHER(no_clGetGLObjectInfo) OTHER(no_clGetGLTextureInfo) \
  OTHER(no_clEnqueueAcquireGLObjects) OTHER(no_clEnqueueReleaseGLObjects) \
  OTHER(no_clGetGLContextInfoKHR) NONE(clGetDeviceIDsFromD3D10KHR) \
  NONE(clCreateFromD3D10BufferKHR) NONE(clCreateFromD3D10Texture2DKHR) \
  NONE(clCreateFromD3D10Texture3DKHR) NONE(clEnqueueAcquireD3D10ObjectsKHR) \
  NONE(clEnqueueReleaseD3D10ObjectsKHR) F(clSetEventCallback) F(clCreateSubBuffer) \
  F(clSetMemObjectDestructorCallback) F(clCreateUserEvent) F(clSetUserEventStatus) \
  F(clEnqueueReadBufferRect) F(clEnqueueWriteBufferRect) F(clEnqueueCopyBufferRect) \
  OTHER(no_clCreateSubDevicesEXT) F(clRetainDevice) F(clReleaseDevice) \
  OTHER(no_clCreateEventFromGLsyncKHR) F(clCreateSubDevices) OTHER(clRetainDevice) \
  OTHER(clReleaseDevice) F(clCreateImage) F(clCreateProgramWithBuiltInKernels) \
  F(clCompileProgram) F(clLinkProgram) F(clUnloadPlatformCompiler) F(clGetKernelArgInfo) \
  F(clEnqueueFillBuffer) F(clEnqueueFillImage) F(clEnqueueMigrateMemObjects) \
  F(clEnqueueMarkerWithWaitList) F(clEnqueueBarrierWithWaitList) \
  OTHER(clGetExtensionFunctionAddressForPlatform) OTHER(no_clCreateFromGLTexture) \
  NONE(clGetDeviceIDsFromD3D11KHR) NONE(clCreateFromD3D11BufferKHR) \
  NONE(clCreateFromD3D11Texture2DKHR) NONE(clCreateFromD3D11Texture3DKHR) \
  NONE(clCreateFromDX9MediaSurfaceKHR) NONE(clEnqueueAcquireD3D11ObjectsKHR) \
  NONE(clEnqueueReleaseD3D11ObjectsKHR) NONE(clGetDeviceIDsFromDX9MediaAdapterKHR) \
  NONE(clEnqueueAcquireDX9MediaSurfacesKHR) NONE(clEnqueueReleaseDX9MediaSurfacesKHR) \
  OTHER(no_clCreateFromEGLImageKHR) OTHER(no_clEnqueueAcquireEGLObjectsKHR) \
  OTHER(no_clEnqueueReleaseEGLObjectsKHR) OTHER(no_clCreateEventFromEGLSyncKHR) \
  F(clCreateCommandQueueWithProperties) OTHER(no_clCreatePipe) OTHER(no_clGetPipeInfo) \
  F(clSVMAlloc) F(clSVMFree) F(clEnqueueSVMFree) F(clEnqueueSVMMemcpy) F(clEnqueueSVMMemFill) \
  F(clEnqueueSVMMap) F(clEnqueueSVMUnmap) F(clCreateSamplerWithProperties) \
  F(clSetKernelArgSVMPointer) F(clSetKernelExecInfo) F(clGetKernelSubGroupInfo) F(clCloneKernel) \
  F(clCreateProgramWithIL) F(clEnqueueSVMMigrateMem) F(clGetDeviceAndHostTimer) F(clGetHostTimer) \
  OTHER(clGetKernelSubGroupInfo) F(clSetDefaultDeviceCommandQueue) F(clSetProgramReleaseCallback) \
  F(clSetProgramSpecializationConstant) F(clCreateBufferWithProperties) \
  F(clCreateImageWithProperties) F(clSetContextDestructorCallback)

#define SKIPPED(name)
#define DECLARED(name) void name(void);
FUNCTIONS(DECLARED, SKIPPED, SKIPPED)
void clIcdGetPlatformIDsKHR(void);

#define ADDRESS(name) (const void *)name,
#define NO_ADDRESS(name) NULL,
const void *const dispatch_table[] = {FUNCTIONS(ADDRESS, ADDRESS, NO_ADDRESS)};

struct function {
  const char *name;
  const void *address;
};

#define NAMED(name) {#name, (const void *)name},

/* The functions of extensions, and for programs that link with the driver itself, all others. */
EXPORT void *clGetExtensionFunctionAddress(const char *name) {
  static const struct function NAMES[] = {
      FUNCTIONS(NAMED, SKIPPED, SKIPPED) NAMED(clIcdGetPlatformIDsKHR)};
  for (size_t i = 0; name != NULL && i < sizeof NAMES / sizeof *NAMES; i++) {
    if (strcmp(NAMES[i].name, name) == 0) {
      return (void *)NAMES[i].address;
    }
  }
  return NULL;
}

EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return clGetExtensionFunctionAddress(name);
}
