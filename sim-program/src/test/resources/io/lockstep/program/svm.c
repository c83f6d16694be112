/* SPDX-License-Identifier: Apache-2.0 */
/* Coarse-grained buffers of shared virtual memory. Argument: features, caught, or store, load, behind,
   freed and write for an access of memory that is not mapped, which ends the program. */
#include "check.h"
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define N 1000

static const char *SOURCE =
    "typedef struct node { global struct node *next; global int *data; int value; } node;\n"
    "kernel void sum(global const node *first, global int *out) {\n"
    "  int sum = 0;\n"
    "  for (global const node *n = first; n != 0; n = n->next)\n"
    "    sum = 3 * sum + n->value + *n->data;\n"
    "  *out = sum;\n"
    "}\n"
    "kernel void reverse(global node *first, global node *head) {\n"
    "  global node *before = 0;\n"
    "  for (global node *n = first; n != 0;) {\n"
    "    global node *next = n->next;\n"
    "    n->next = before;\n"
    "    n->value = -n->value;\n"
    "    before = n;\n"
    "    n = next;\n"
    "  }\n"
    "  head->next = before;\n"
    "}\n"
    "kernel void twice(global int *a, global const int *b, constant int *c, int d) {\n"
    "  size_t i = get_global_id(0);\n"
    "  a[i] = 2 * a[i] + (b == 0 ? 0 : b[i]) + c[0] + d;\n"
    "}\n"
    "kernel void locals(global int *a, local int *b) { b[0] = 1; a[0] = b[0]; }\n";

struct node {
  struct node *next;
  int *data;
  int value;
};

static cl_program program;

static void *allocated(size_t bytes) {
  void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
  CHECK(memory != NULL);
  return memory;
}

static void map(void *memory, cl_map_flags flags, size_t bytes) {
  DO(clEnqueueSVMMap(queue, CL_TRUE, flags, memory, bytes, 0, NULL, NULL));
}

static void unmap(void *memory) { DO(clEnqueueSVMUnmap(queue, memory, 0, NULL, NULL)); }

static void launch(cl_kernel kernel, size_t items) {
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
}

/* Shared integers first, first + step, ... */
static int *numbers(int first, int step) {
  int *memory = allocated(N * sizeof *memory);
  map(memory, CL_MAP_WRITE_INVALIDATE_REGION, N * sizeof *memory);
  for (int i = 0; i < N; i++) {
    memory[i] = first + i * step;
  }
  unmap(memory);
  return memory;
}

/* A list through two buffers with pointers into a third is the same for host and kernels. */
static void lists(void) {
  struct node *even = allocated(N * sizeof *even), *odd = allocated(N * sizeof *odd);
  struct node *head = allocated(sizeof *head);
  int *data = numbers(7, 5), *out = allocated(4), expected = 0;
  map(even, CL_MAP_WRITE, N * sizeof *even);
  map(odd, CL_MAP_WRITE, N * sizeof *odd);
  for (int i = 0; i < N; i++) {
    struct node *n = (i % 2 ? odd : even) + (i * 7 % N);
    int after = (i + 1) * 7 % N;
    n->next = i + 1 == N ? NULL : (i % 2 ? even : odd) + after;
    n->data = data + (N - 1 - i);
    n->value = i;
    expected = (int)(3u * (unsigned)expected + (unsigned)(i + 7 + 5 * (N - 1 - i)));
  }
  unmap(even);
  unmap(odd);
  cl_kernel sum = kernel_of(program, "sum"), reverse = kernel_of(program, "reverse");
  void *others[] = {odd, data + N - 1};
  DO(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof others, others));
  DO(clSetKernelArgSVMPointer(sum, 0, even));
  DO(clSetKernelArgSVMPointer(sum, 1, out));
  launch(sum, 1);
  map(out, CL_MAP_READ, 4);
  CHECK(*out == expected);
  unmap(out);
  DO(clSetKernelExecInfo(reverse, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof others, others));
  DO(clSetKernelArgSVMPointer(reverse, 0, even));
  DO(clSetKernelArgSVMPointer(reverse, 1, head));
  launch(reverse, 1);
  map(head, CL_MAP_READ, sizeof *head);
  map(even, CL_MAP_READ, N * sizeof *even);
  map(odd, CL_MAP_READ, N * sizeof *odd);
  int left = N;
  for (struct node *n = head->next; n != NULL; n = n->next) {
    left--;
    CHECK(n == (left % 2 ? odd : even) + left * 7 % N && n->value == -left);
    CHECK(n->data == data + (N - 1 - left));
  }
  CHECK(left == 0);
  unmap(head);
  unmap(even);
  unmap(odd);
  clSVMFree(context, even);
  clSVMFree(context, odd);
  clSVMFree(context, head);
  clSVMFree(context, data);
  clSVMFree(context, out);
  DO(clReleaseKernel(sum));
  DO(clReleaseKernel(reverse));
}

/* Arguments: pointers into a buffer, NULL, constant memory, a clone's. */
static void arguments(void) {
  int *a = numbers(0, 1), *b = numbers(10, 0), *c = numbers(1000, 1000), d = 5;
  cl_kernel twice = kernel_of(program, "twice");
  DO(clSetKernelArgSVMPointer(twice, 0, a + 100));
  DO(clSetKernelArgSVMPointer(twice, 1, b));
  DO(clSetKernelArgSVMPointer(twice, 2, c + 3));
  DO(clSetKernelArg(twice, 3, sizeof d, &d));
  cl_kernel clone = clCloneKernel(twice, &error);
  DO(error);
  launch(twice, 200); /* a[100..299] = 2 i + 10 + 4000 + 5 */
  DO(clSetKernelArgSVMPointer(clone, 1, NULL));
  launch(clone, 100); /* a[100..199] = 2 a + 4005 */
  map(a, CL_MAP_READ, N * sizeof *a);
  for (int i = 0; i < N; i++) {
    int once = 2 * i + 4015;
    CHECK(a[i] == (i < 100 || i >= 300 ? i : i < 200 ? 2 * once + 4005 : once));
  }
  unmap(a);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 400, NULL, &error);
  int zero = 0, out[100];
  DO(error);
  DO(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 400, 0, NULL, NULL));
  DO(clSetKernelArg(clone, 0, sizeof buffer, &buffer)); /* in place of a + 100 */
  DO(clSetKernelArgSVMPointer(clone, 1, a));
  launch(clone, 100);
  DO(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 400, out, 0, NULL, NULL));
  CHECK(out[0] == 4005 && out[99] == 99 + 4005);
  DO(clReleaseMemObject(buffer));
  DO(clReleaseKernel(clone));
  DO(clReleaseKernel(twice));
  clSVMFree(context, a);
  clSVMFree(context, b);
  clSVMFree(context, c);
}

/* Only what is mapped for writing is written back, and two maps of a page end one by one. */
static void maps(void) {
  int *a = numbers(0, 1);
  map(a + 10, CL_MAP_READ | CL_MAP_WRITE, 40);
  map(a + 30, CL_MAP_READ, 40);
  CHECK(a[10] == 10 && a[39] == 39);
  a[10] = -10;
  a[30] = -30;
  unmap(a + 10);
  CHECK(a[39] == 39);
  unmap(a + 30);
  map(a, CL_MAP_READ, 4); /* and the rest of the page, as drivers map whole pages */
  CHECK(a[10] == -10 && a[30] == 30 && a[N - 1] == N - 1);
  unmap(a);
  map(a + 500, CL_MAP_WRITE, 8);
  CHECK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, a + 501, 4, 0, NULL, NULL)
        == CL_INVALID_OPERATION);
  a[500] = -500; /* a[501] keeps its value */
  unmap(a + 500);
  map(a, CL_MAP_READ, N * sizeof *a);
  CHECK(a[499] == 499 && a[500] == -500 && a[501] == 501);
  unmap(a);
  clSVMFree(context, a);
}

static void copies_and_fills(void) {
  int *a = numbers(0, 1), *b = numbers(5000, 1), host[N], other[N];
  DO(clEnqueueSVMMemcpy(queue, CL_FALSE, b + 1, a + 10, 400, 0, NULL, NULL));
  DO(clEnqueueSVMMemcpy(queue, CL_TRUE, host, b, sizeof host, 0, NULL, NULL));
  for (int i = 0; i < N; i++) {
    CHECK(host[i] == (i < 1 || i > 100 ? 5000 + i : 9 + i));
    host[i] = 3 * i;
  }
  DO(clEnqueueSVMMemcpy(queue, CL_TRUE, a + 500, host, 40, 0, NULL, NULL));
  DO(clEnqueueSVMMemcpy(queue, CL_TRUE, other, host, sizeof host, 0, NULL, NULL));
  CHECK(memcmp(other, host, sizeof host) == 0);
  DO(clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 1, 0, 0, NULL, NULL));
  DO(clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 2, 8, 0, NULL, NULL));
  short pattern[2] = {0x1234, 0x5678};
  DO(clEnqueueSVMMemFill(queue, a + 600, pattern, 4, 40, 0, NULL, NULL));
  DO(clEnqueueSVMMemFill(queue, (char *)(a + 700) + 1, "x", 1, 2, 0, NULL, NULL));
  DO(clEnqueueSVMMemFill(queue, a, pattern, 4, 0, 0, NULL, NULL));
  map(a, CL_MAP_READ, N * sizeof *a);
  for (int i = 0; i < N; i++) {
    int value = i < 2 ? i + 2 : i >= 500 && i < 510 ? 3 * (i - 500) : i;
    value = i >= 600 && i < 610 ? 0x56781234 : i == 700 ? (700 & 0xFF0000FF) | 0x787800 : value;
    CHECK(a[i] == value);
  }
  unmap(a);
  CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 1, 8, 0, NULL, NULL) == CL_MEM_COPY_OVERLAP);
  CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, host + 1, host, 8, 0, NULL, NULL)
        == CL_MEM_COPY_OVERLAP);
  const void *ranges[] = {a, b + 1};
  size_t sizes[] = {0, 4 * (N - 1)};
  DO(clEnqueueSVMMigrateMem(queue, 2, ranges, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
  DO(clEnqueueSVMMigrateMem(queue, 2, ranges, NULL, 0, 0, NULL, NULL));
  clSVMFree(context, a);
  clSVMFree(context, b);
}

static cl_uint freed;

static void CL_CALLBACK frees(cl_command_queue from, cl_uint count, void *pointers[], void *data) {
  CHECK(from == queue && count == 2);
  CHECK(*(int *)pointers[1] == 77); /* the program's own */
  clSVMFree(*(cl_context *)data, pointers[0]);
  free(pointers[1]);
  freed += count;
}

static void is_command(cl_event event, cl_command_type expected) {
  cl_command_type type;
  DO(clWaitForEvents(1, &event));
  DO(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK(type == expected);
  DO(clReleaseEvent(event));
}

/* Commands that wait for the program, in order; what they are given may end before. */
static void waiting(void) {
  int *a = numbers(0, 1), *b = numbers(0, 0), *own = malloc(4), one = 1, d = 0;
  void *list[] = {b, own};
  *own = 77;
  cl_event user = clCreateUserEvent(context, &error), events[7];
  DO(error);
  DO(clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_WRITE, a, 8, 1, &user, &events[0]));
  DO(clEnqueueSVMUnmap(queue, a, 0, NULL, &events[1]));
  DO(clEnqueueSVMMemFill(queue, a, &one, 4, 8, 0, NULL, &events[2]));
  one = 2;
  DO(clEnqueueSVMMemcpy(queue, CL_FALSE, b, a, 40, 0, NULL, &events[3]));
  const void *ranges[] = {a};
  DO(clEnqueueSVMMigrateMem(queue, 1, ranges, NULL, 0, 0, NULL, &events[4]));
  cl_kernel twice = kernel_of(program, "twice");
  DO(clSetKernelArgSVMPointer(twice, 0, a + 1));
  DO(clSetKernelArgSVMPointer(twice, 1, b));
  DO(clSetKernelArgSVMPointer(twice, 2, b + 9));
  DO(clSetKernelArg(twice, 3, sizeof d, &d));
  launch(twice, 2); /* a[1] = 2 + 1 + 9, a[2] = 4 + 1 + 9 */
  DO(clEnqueueSVMFree(queue, 2, list, frees, &context, 0, NULL, &events[5]));
  list[0] = list[1] = NULL;
  CHECK(freed == 0);
  DO(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(freed == 2);
  map(a, CL_MAP_READ, 16);
  CHECK(a[0] == 1 && a[1] == 12 && a[2] == 14 && a[3] == 3);
  unmap(a);
  list[0] = a;
  DO(clEnqueueSVMFree(queue, 2, list, NULL, NULL, 0, NULL, &events[6])); /* and NULL */
  CHECK(clEnqueueSVMUnmap(queue, a, 0, NULL, NULL) == CL_INVALID_VALUE);
  DO(clEnqueueSVMFree(queue, 0, NULL, NULL, NULL, 0, NULL, NULL));
  static const cl_command_type types[] = {
      CL_COMMAND_SVM_MAP,         CL_COMMAND_SVM_UNMAP, CL_COMMAND_SVM_MEMFILL, CL_COMMAND_SVM_MEMCPY,
      CL_COMMAND_SVM_MIGRATE_MEM, CL_COMMAND_SVM_FREE,  CL_COMMAND_SVM_FREE};
  for (int i = 0; i < 7; i++) {
    is_command(events[i], types[i]);
  }
  DO(clReleaseEvent(user));
  DO(clReleaseKernel(twice));
}

/* A failed event: a blocking map fails and leaves nothing, one that does not block can be unmapped. */
static void failed_waits(void) {
  int *a = numbers(0, 1);
  cl_event user = clCreateUserEvent(context, &error);
  DO(clSetUserEventStatus(user, -1));
  CHECK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, a, 8, 1, &user, NULL)
        == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 4, 8, 1, &user, NULL)
        == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(clEnqueueSVMUnmap(queue, a, 0, NULL, NULL) == CL_INVALID_VALUE);
  DO(clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_WRITE, a, 8, 1, &user, NULL));
  unmap(a);
  map(a, CL_MAP_READ | CL_MAP_WRITE, 8);
  CHECK(a[0] == 0 && a[1] == 1);
  unmap(a);
  int nine = 9, out = 0; /* the same for a buffer */
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, &nine, &error);
  DO(error);
  clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4, 1, &user, NULL, &error);
  CHECK(error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  void *mapped =
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 4, 1, &user, NULL, &error);
  DO(error);
  DO(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &out, 0, NULL, NULL));
  CHECK(out == 9);
  DO(clReleaseMemObject(buffer));
  DO(clReleaseEvent(user));
  clSVMFree(context, a);
}

static cl_bool uses(cl_mem memory) {
  cl_bool shared = 2;
  DO(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof shared, &shared, NULL));
  return shared;
}

/* A buffer of shared memory, its parts and images have the shared contents. */
static void buffers(void) {
  int *a = numbers(0, 1), five = 5, zero = 0;
  void *pointer;
  cl_mem whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4 * N, a, &error);
  DO(error);
  cl_buffer_region region = {1024, 512};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  DO(error);
  cl_mem behind = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4 * (N - 900), a + 900, &error);
  DO(error);
  cl_mem plain = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4, &five, &error);
  DO(error);
  CHECK(uses(whole) == CL_TRUE && uses(part) == CL_TRUE && uses(plain) == CL_FALSE);
  cl_mem of;
  DO(clGetMemObjectInfo(whole, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof of, &of, NULL));
  CHECK(of == NULL);
  DO(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof of, &of, NULL));
  CHECK(of == whole);
  DO(clGetMemObjectInfo(behind, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
  CHECK(pointer == a + 900);
  cl_kernel twice = kernel_of(program, "twice");
  DO(clSetKernelArg(twice, 0, sizeof part, &part));
  DO(clSetKernelArgSVMPointer(twice, 1, NULL));
  DO(clSetKernelArg(twice, 2, sizeof plain, &plain));
  DO(clSetKernelArg(twice, 3, sizeof zero, &zero));
  launch(twice, 128); /* a[256..383] = 2 i + 5 */
  DO(clEnqueueFillBuffer(queue, behind, &five, 4, 0, 8, 0, NULL, NULL));
  CHECK(clEnqueueCopyBuffer(queue, behind, part, 0, 0, 16, 0, NULL, NULL) == CL_SUCCESS);
  CHECK(clEnqueueCopyBuffer(queue, behind, whole, 4, 3600, 16, 0, NULL, NULL)
        == CL_MEM_COPY_OVERLAP);
  CHECK(clEnqueueCopyBuffer(queue, whole, part, 1020, 0, 16, 0, NULL, NULL) == CL_MEM_COPY_OVERLAP);
  int *mapped = clEnqueueMapBuffer(queue, part, CL_TRUE, CL_MAP_WRITE, 64, 4, 0, NULL, NULL, &error);
  DO(error);
  CHECK(mapped == a + 272);
  *mapped = 99;
  DO(clEnqueueUnmapMemObject(queue, part, mapped, 0, NULL, NULL));
  map(a, CL_MAP_READ, 4 * N);
  CHECK(a[255] == 255 && a[256] == 5 && a[257] == 5 && a[258] == 902 && a[260] == 525);
  CHECK(a[272] == 99 && a[273] == 551 && a[383] == 771 && a[384] == 384 && a[902] == 902);
  unmap(a);
  cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc description = {CL_MEM_OBJECT_IMAGE1D_BUFFER, 128};
  description.buffer = whole;
  cl_mem image = clCreateImage(context, 0, &format, &description, NULL, &error);
  DO(error);
  size_t origin[3] = {4, 0, 0}, size[3] = {2, 1, 1}, row;
  mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, size, &row,
                             NULL, 0, NULL, NULL, &error);
  DO(error);
  CHECK(mapped == a + 4 && mapped[1] == 5);
  mapped[0] = 44;
  DO(clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL));
  map(a, CL_MAP_READ, 32);
  CHECK(a[3] == 3 && a[4] == 44 && a[5] == 5);
  unmap(a);
  DO(clReleaseMemObject(image));
  DO(clReleaseMemObject(part));
  DO(clReleaseMemObject(whole));
  DO(clReleaseMemObject(behind));
  DO(clReleaseMemObject(plain));
  DO(clReleaseKernel(twice));
  CHECK(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4 * N, a + 1, &error) == NULL);
  CHECK(error == CL_INVALID_BUFFER_SIZE);
  clSVMFree(context, a);
}

/* Redirects standard error to a file, in which has_said looks for a text. */
static void say_into_file(void) { CHECK(dup2(fileno(tmpfile()), 2) == 2); }

static int has_said(const char *expected) {
  char text[512] = "";
  return pread(2, text, sizeof text - 1, 0) > 0 && strstr(text, expected) != NULL;
}

#define MANY 300
#define WINDOWS 64 /* in which Lockstep looks for free addresses */

/* Refused allocations, and as many as there are windows of addresses, and more. */
static void allocations(void) {
  static int *all[MANY];
  cl_ulong most;
  CHECK(clSVMAlloc(NULL, 0, 4, 0) == NULL && clSVMAlloc(context, 0, 0, 0) == NULL);
  CHECK(clSVMAlloc(context, 0, 4, 3) == NULL && clSVMAlloc(context, 0, 4, 24) == NULL);
  CHECK(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, 0) == NULL);
  CHECK(clSVMAlloc(context, CL_MEM_ALLOC_HOST_PTR, 4, 0) == NULL);
  CHECK(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 4, 0) == NULL);
  CHECK(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 4, 0) == NULL);
  DO(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  CHECK(clSVMAlloc(context, 0, most + 1, 0) == NULL && clSVMAlloc(context, 0, SIZE_MAX, 0) == NULL);
  clSVMFree(context, NULL);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < MANY; i++) {
      all[i] = clSVMAlloc(context, 0, 5000, 1u << i % 24);
      CHECK(all[i] != NULL && (uintptr_t)all[i] % (1u << i % 24) == 0);
      map(all[i], CL_MAP_WRITE_INVALIDATE_REGION, 5000);
      all[i][0] = all[i][1249] = i;
      unmap(all[i]);
    }
    for (int i = MANY - 1; i >= 0; i--) {
      map(all[i], CL_MAP_READ, 5000);
      CHECK(all[i][0] == i && all[i][1249] == i);
      unmap(all[i]);
      clSVMFree(context, all[i]);
    }
  }
  char *page[WINDOWS];
  for (size_t i = 0; i < WINDOWS; i++) {
    page[i] = mmap((void *)((i + 20) << 40), 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  int error_output = dup(2);
  say_into_file();
  void *none = clSVMAlloc(context, 0, 4, 0);
  int said = has_said("clSVMAlloc finds no free address: more than 64 allocations");
  dup2(error_output, 2);
  CHECK(none == NULL && said);
  for (size_t i = 0; i < WINDOWS; i++) {
    munmap(page[i], 4096);
  }
}

static void errors(void) {
  int *a = numbers(0, 1), host[4] = {0}, one = 1;
  cl_event none = NULL, event = clCreateUserEvent(context, &error);
  cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_event foreign = clCreateUserEvent(other, &error);
  cl_command_queue elsewhere = clCreateCommandQueue(other, device, 0, &error);
  DO(error);
  void *bad[] = {host}, *inside[] = {a + 1};
  const void *ranges[] = {a}, *unknown[] = {host};
  size_t sizes[] = {4 * N + 1};
#define IS(code, call) CHECK((call) == (code))
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMap(NULL, 1, CL_MAP_READ, a, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, NULL, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 4 * N + 1, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a - 1, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, host, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, 8, a, 4, 0, NULL, NULL));
  IS(CL_INVALID_CONTEXT, clEnqueueSVMMap(elsewhere, 1, CL_MAP_READ, a, 4, 0, NULL, NULL));
  IS(CL_INVALID_CONTEXT, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 4, 1, &foreign, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 4, 1, NULL, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 4, 0, &event, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMMap(queue, 1, CL_MAP_READ, a, 4, 1, &none, NULL));
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMUnmap(NULL, a, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, NULL, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, a, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, host, 0, NULL, NULL));
  map(a, CL_MAP_READ, 4);
  IS(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, a + 1, 0, NULL, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMUnmap(queue, a, 1, NULL, NULL));
  unmap(a);
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMemcpy(NULL, 1, a, host, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, 1, NULL, host, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, 1, a, NULL, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, 1, host, a + N - 1, 8, 0, NULL, NULL));
  IS(CL_INVALID_CONTEXT, clEnqueueSVMMemcpy(elsewhere, 1, host, a, 4, 0, NULL, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMMemcpy(queue, 1, host, a, 4, 1, NULL, NULL));
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMemFill(NULL, a, &one, 4, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, NULL, &one, 4, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, (char *)a + 2, &one, 4, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a, NULL, 4, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a, &one, 0, 4, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a, &one, 3, 6, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a, a, 256, 256, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, a, &one, 4, 6, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, host, &one, 4, 4, 0, NULL, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMMemFill(queue, a, &one, 4, 4, 0, &event, NULL));
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMFree(NULL, 1, inside, NULL, NULL, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 0, inside, NULL, NULL, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, inside, NULL, NULL, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, bad, NULL, NULL, 0, NULL, NULL));
  IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMFree(queue, 0, NULL, NULL, NULL, 1, NULL, NULL));
  IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMigrateMem(NULL, 1, ranges, NULL, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 0, ranges, NULL, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, NULL, NULL, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, unknown, NULL, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, ranges, sizes, 0, 0, NULL, NULL));
  IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, ranges, NULL, 4, 0, NULL, NULL));
  cl_kernel twice = kernel_of(program, "twice"), locals = kernel_of(program, "locals");
  cl_bool fine = CL_TRUE;
  IS(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(NULL, 0, a));
  IS(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(twice, 4, a));
  IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(twice, 0, host));
  IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(twice, 0, a + N + 1));
  IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(twice, 3, a));
  IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(locals, 1, a));
  IS(CL_INVALID_KERNEL, clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, inside));
  IS(CL_INVALID_VALUE, clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, NULL));
  IS(CL_INVALID_VALUE, clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, inside));
  IS(CL_INVALID_VALUE, clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, 12, inside));
  IS(CL_INVALID_VALUE, clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, bad));
  IS(CL_INVALID_VALUE, clSetKernelExecInfo(twice, 1, 8, inside));
  DO(clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, inside));
  IS(CL_INVALID_OPERATION, clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                               sizeof fine, &fine));
  fine = CL_FALSE;
  DO(clSetKernelExecInfo(twice, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof fine, &fine));
  DO(clReleaseKernel(twice));
  DO(clReleaseKernel(locals));
  DO(clReleaseCommandQueue(elsewhere));
  DO(clReleaseEvent(event));
  DO(clReleaseEvent(foreign));
  DO(clReleaseContext(other));
  clSVMFree(context, a);
}

static void says_why(int signal) {
  (void)signal;
  _exit(!has_said("the host accesses shared virtual memory that is not mapped"));
}

int main(int count, char **words) {
  CHECK(count == 2);
  start();
  cl_device_svm_capabilities capabilities;
  DO(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities, &capabilities, NULL));
  CHECK(capabilities == CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  program = built(SOURCE, "-cl-std=CL2.0");
  if (strcmp(words[1], "features") != 0) {
    if (strcmp(words[1], "caught") == 0) {
      signal(SIGSEGV, says_why);
      say_into_file();
    }
    int *a = numbers(0, 1);
    if (strcmp(words[1], "load") == 0) {
      return *(int *)allocated(4) == 12345;
    }
    if (strcmp(words[1], "behind") == 0) {
      a = allocated(1 << 20);
      map(a, CL_MAP_READ, 4);
      return a[1 << 17] == 12345;
    }
    if (strcmp(words[1], "freed") == 0) {
      for (int i = 0; i < MANY; i++) {
        a = allocated(4); /* the last ones share a buffer of the device */
      }
      map(a, CL_MAP_WRITE, 4);
      clSVMFree(context, a);
    }
    if (strcmp(words[1], "write") == 0) {
      cl_mem buffer = clCreateBuffer(context, 0, 4, NULL, &error);
      return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, a, 0, NULL, NULL);
    }
    a[0] = 1;
    return 2;
  }
  lists();
  arguments();
  maps();
  copies_and_fills();
  waiting();
  failed_waits();
  buffers();
  allocations();
  errors();
  return 0;
}
