/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that refuse, with the standard's errors; timers; callbacks when objects end. */
#include "check.h"

static char called[8];
static size_t calls;
static cl_context ended;

static void CL_CALLBACK at_end(cl_context of, void *data) {
  ended = of;
  called[calls++] = *(const char *)data;
}

static void CL_CALLBACK never(cl_program of, void *data) {
  (void)of, (void)data;
  called[calls++] = '!';
}

static void programs(void) {
  static const unsigned CODE[] = {0x07230203, 0x00010000, 0, 1, 0}; /* an empty module of SPIR-V */
  cl_program program = built("kernel void one(global int *to) { *to = 1; }", "");
  cl_kernel kernel = kernel_of(program, "one");
  size_t size = 0;
  cl_uint value = 1;
  CHECK(clCreateProgramWithBuiltInKernels(context, 1, &device, "blur", &error) == NULL);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(clCreateProgramWithBuiltInKernels(NULL, 1, &device, "blur", &error) == NULL);
  CHECK(error == CL_INVALID_CONTEXT);
  CHECK(clCreateProgramWithIL(context, CODE, sizeof CODE, &error) == NULL);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateProgramWithIL(NULL, CODE, sizeof CODE, &error) == NULL);
  CHECK(error == CL_INVALID_CONTEXT);
  CHECK(clSetProgramSpecializationConstant(program, 0, 4, &value) == CL_INVALID_OPERATION);
  CHECK(clSetProgramSpecializationConstant(NULL, 0, 4, &value) == CL_INVALID_PROGRAM);
  CHECK(clSetProgramReleaseCallback(program, never, NULL) == CL_INVALID_OPERATION);
  CHECK(clSetProgramReleaseCallback(NULL, never, NULL) == CL_INVALID_PROGRAM);
  CHECK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL,
                                sizeof size, &size, NULL) == CL_INVALID_OPERATION);
  CHECK(clGetKernelSubGroupInfo(NULL, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL,
                                sizeof size, &size, NULL) == CL_INVALID_KERNEL);
  CHECK(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 16, 0) == NULL);
  cl_bool fine = CL_TRUE;
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof fine, &fine)
        == CL_INVALID_OPERATION);
  CHECK(clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof fine, &fine)
        == CL_INVALID_KERNEL);
  DO(clUnloadCompiler());
  DO(clUnloadPlatformCompiler(platform));
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &error);
  DO(error);
  DO(clSetKernelArg(kernel, 0, sizeof to, &to));
  DO(clEnqueueTask(queue, kernel, 0, NULL, NULL));
  value = 0;
  DO(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK(value == 1);
  DO(clReleaseMemObject(to));
  DO(clReleaseKernel(kernel));
  DO(clReleaseProgram(program));
}

static cl_int profiled(void) {
  cl_event event;
  cl_ulong time;
  DO(clEnqueueMarker(queue, &event));
  DO(clFinish(queue));
  cl_int code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL);
  DO(clReleaseEvent(event));
  return code;
}

static void queues(void) {
  cl_command_queue_properties before = 0, now = 1;
  CHECK(profiled() == CL_SUCCESS);
  DO(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &before));
  CHECK(before == CL_QUEUE_PROFILING_ENABLE);
  DO(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof now, &now, NULL));
  CHECK(now == 0 && profiled() == CL_PROFILING_INFO_NOT_AVAILABLE);
  DO(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &before));
  CHECK(before == 0 && profiled() == CL_SUCCESS);
  CHECK(clSetCommandQueueProperty(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, NULL)
        == CL_INVALID_QUEUE_PROPERTIES);
  CHECK(clSetCommandQueueProperty(queue, 1 << 20, CL_TRUE, NULL) == CL_INVALID_VALUE);
  CHECK(clSetCommandQueueProperty(NULL, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL)
        == CL_INVALID_COMMAND_QUEUE);
  CHECK(clSetDefaultDeviceCommandQueue(context, device, queue) == CL_INVALID_OPERATION);
  CHECK(clSetDefaultDeviceCommandQueue(NULL, device, queue) == CL_INVALID_CONTEXT);
}

static void timers(void) {
  cl_ulong resolution = 0, on_device = 0, on_host = 0, later = 0;
  DO(clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution, &resolution,
                       NULL));
  CHECK(resolution == 1); /* zero would say that there are no timers */
  DO(clGetDeviceAndHostTimer(device, &on_device, &on_host));
  CHECK(on_device == on_host && on_host > 0);
  DO(clGetHostTimer(device, &later));
  CHECK(later >= on_host);
  CHECK(clGetHostTimer(NULL, &later) == CL_INVALID_DEVICE);
  CHECK(clGetHostTimer(device, NULL) == CL_INVALID_VALUE);
  CHECK(clGetDeviceAndHostTimer(NULL, &on_device, &on_host) == CL_INVALID_DEVICE);
  CHECK(clGetDeviceAndHostTimer(device, NULL, &on_host) == CL_INVALID_VALUE);
}

/* The callbacks are called when the last object of the context ends, the last one set first. */
static void callbacks(void) {
  cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  DO(error);
  DO(clSetContextDestructorCallback(other, at_end, "a"));
  DO(clSetContextDestructorCallback(other, at_end, "b"));
  DO(clSetContextDestructorCallback(other, at_end, "c"));
  CHECK(clSetContextDestructorCallback(other, NULL, NULL) == CL_INVALID_VALUE);
  CHECK(clSetContextDestructorCallback(NULL, at_end, "d") == CL_INVALID_CONTEXT);
  cl_mem memory = clCreateBuffer(other, CL_MEM_READ_WRITE, 4, NULL, &error);
  DO(error);
  DO(clReleaseContext(other));
  CHECK(calls == 0);
  DO(clReleaseMemObject(memory));
  CHECK(strcmp(called, "cba") == 0 && ended == other);
}

int main(void) {
  start();
  programs();
  queues();
  timers();
  callbacks();
  return 0;
}
