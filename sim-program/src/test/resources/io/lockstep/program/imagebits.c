/* SPDX-License-Identifier: Apache-2.0 */
/* Images whose channels are read by the function for the other kind: bits of 32-bit channels without
   filtering, otherwise an error. Argument: bits, filtered or normalized. */
#include "check.h"

static const char *SOURCE =
    "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;\n"
    "kernel void doubles(read_only image2d_t m, global double *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = as_double2(read_imagei(m, nearest, (int2)(i, 0))).x;\n"
    "}\n"
    "kernel void unsigneds(read_only image2d_t m, global double *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = as_double2(read_imageui(m, (int2)(i, 0))).x;\n"
    "}\n"
    "kernel void floats(read_only image2d_t m, global double *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = as_double2(read_imagef(m, nearest, (float2)(i + 0.5f, 0.5f))).x;\n"
    "}\n"
    "kernel void filtered(read_only image2d_t m, global double *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = read_imagei(m, linear, (float2)(i + 0.5f, 0.5f)).x;\n"
    "}\n";

#define N 16

int main(int count, char **arguments) {
  start();
  cl_program program = built(SOURCE, "");
  static double in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i + 1.0 / 3;
  int good = count == 2 && !strcmp(arguments[1], "bits");
  const char *names[] = {good ? "doubles" : "filtered", "unsigneds", "floats"};
  for (int k = 0; k < (good ? 3 : 1); k++) {
    cl_image_format format = {CL_RG, k == 2 ? CL_SIGNED_INT32 : CL_FLOAT};
    if (count == 2 && !strcmp(arguments[1], "normalized")) {
      format = (cl_image_format){CL_RGBA, CL_UNORM_INT16};
      names[0] = "doubles";
    }
    cl_image_desc description = {CL_MEM_OBJECT_IMAGE2D, N, 1};
    cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                 &description, in, &error);
    DO(error);
    cl_mem results = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
    cl_kernel kernel = kernel_of(program, names[k]);
    DO(clSetKernelArg(kernel, 0, sizeof image, &image));
    DO(clSetKernelArg(kernel, 1, sizeof results, &results));
    size_t items = N;
    for (int again = 0; again < 2; again++) {
      cl_int launched =
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
      cl_int read = clEnqueueReadBuffer(queue, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
      if (!good)
        return launched || read ? 0 : 1;
      DO(launched);
      DO(read);
    }
    if (memcmp(in, out, sizeof in)) {
      printf("%s: not the bits\n", names[k]);
      return 1;
    }
  }
  return 0;
}
