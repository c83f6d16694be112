/* SPDX-License-Identifier: Apache-2.0 */
/* The platform, the device, and what all objects have in common. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#include "opencl.h"

struct platform the_platform = {{dispatch_table, PLATFORM, 1}};
struct device the_device = {{dispatch_table, DEVICE, 1}};

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void lock(void) { pthread_mutex_lock(&mutex); }
void unlock(void) { pthread_mutex_unlock(&mutex); }

static void before_fork(void) { lock(); }
static void after_fork(void) { unlock(); }

/* Another thread of the parent may have waited for the lock or for a status. */
static void in_child(void) {
  mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

/* After the connection's own handlers, so that this lock is taken first, as everywhere. */
static void handle_forks(void) { pthread_atfork(before_fork, after_fork, in_child); }

/* Waits until a status changes; wakes all waiters if it is called by the one that changed it. */
void wait_change(void) { pthread_cond_wait(&changed, &mutex); }
void tell_change(void) { pthread_cond_broadcast(&changed); }

void *make(enum kind kind, size_t bytes) {
  struct object *object = calloc(1, bytes);
  if (object != NULL) {
    object->table = dispatch_table;
    object->kind = kind;
    object->references = 1;
  }
  return object;
}

int is(const void *object, enum kind kind) {
  return object != NULL && ((const struct object *)object)->kind == kind;
}

cl_int error_of(int status) {
  switch (status) {
    case LS_OK: return CL_SUCCESS;
    case LS_MEMORY: return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    case LS_BUILD_FAILED: return CL_BUILD_PROGRAM_FAILURE;
    case LS_REFUSED: return CL_INVALID_OPERATION;
    case LS_LOST: return CL_DEVICE_NOT_AVAILABLE;
    default: return CL_OUT_OF_RESOURCES;
  }
}

cl_int answer(const void *value, size_t bytes, size_t size, void *to, size_t *size_ret) {
  if (to != NULL) {
    FAIL_IF(size < bytes, CL_INVALID_VALUE);
    if (bytes > 0) {
      memcpy(to, value, bytes);
    }
  }
  if (size_ret != NULL) {
    *size_ret = bytes;
  }
  return CL_SUCCESS;
}

cl_int answer_text(const char *text, size_t size, void *to, size_t *size_ret) {
  return answer(text, strlen(text) + 1, size, to, size_ret);
}

cl_int retain(void *object) {
  __atomic_add_fetch(&((struct object *)object)->references, 1, __ATOMIC_RELAXED);
  return CL_SUCCESS;
}

int release(void *object) {
  struct object *o = object;
  if (__atomic_sub_fetch(&o->references, 1, __ATOMIC_ACQ_REL) > 0) {
    return 0;
  }
  o->kind = 0;
  return 1;
}

void *fail(cl_int *error_ret, cl_int error) {
  if (error_ret != NULL) {
    *error_ret = error;
  }
  return NULL;
}

cl_int unsupported(const char *text) {
  ls_refuse("%s", text);
  return CL_INVALID_OPERATION;
}

size_t count_properties(const cl_property *properties) {
  size_t count = 0;
  while (properties != NULL && properties[count] != 0) {
    count += 2;
  }
  return properties == NULL ? 0 : count + 1;
}

cl_property *copy_properties(const cl_property *properties, size_t *count) {
  *count = count_properties(properties);
  cl_property *copy = *count == 0 ? NULL : malloc(*count * sizeof *copy);
  if (copy != NULL) {
    memcpy(copy, properties, *count * sizeof *copy);
  }
  return copy;
}

void add_callback(struct callback **list, void *function, void *data, cl_int status) {
  struct callback *added = calloc(1, sizeof *added);
  added->function = function;
  added->data = data;
  added->status = status;
  added->next = *list;
  *list = added;
}

cl_int call_at_end(struct callback **list, void *function, void *data) {
  lock();
  add_callback(list, function, data, 0);
  unlock();
  return CL_SUCCESS;
}

/* Calls destructor callbacks, the last registered first, and frees the list. */
void run_callbacks(struct callback *list, void *object) {
  while (list != NULL) {
    struct callback *next = list->next;
    ((void (*)(void *, void *))list->function)(object, list->data);
    free(list);
    list = next;
  }
}

/* Versions with names, as OpenCL 3.0 reports them. */
struct name_version {
  cl_uint version;
  char name[64];
};

#define VERSION(major, minor) ((cl_uint)(major) << 22 | (minor) << 12)

static const struct name_version C_VERSIONS[] = {{VERSION(1, 0), "OpenCL C"},
                                                  {VERSION(1, 1), "OpenCL C"},
                                                  {VERSION(1, 2), "OpenCL C"},
                                                  {VERSION(3, 0), "OpenCL C"}};

static const char EXTENSIONS[] =
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics"
    " cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics"
    " cl_khr_byte_addressable_store cl_khr_3d_image_writes cl_khr_icd";

static const char *extensions(void) {
  static char all[sizeof EXTENSIONS + 16];
  strcpy(all, EXTENSIONS);
  if (ls_number("doubles", 0)) {
    strcat(all, " cl_khr_fp64");
  }
  return all;
}

static cl_int answer_extensions(size_t size, void *to, size_t *size_ret) {
  struct name_version list[16] = {0};
  char text[sizeof EXTENSIONS + 16], *rest;
  size_t n = 0;
  strcpy(text, extensions());
  for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    list[n].version = VERSION(1, 0);
    strcpy(list[n++].name, word);
  }
  return answer(list, n * sizeof *list, size, to, size_ret);
}

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
  FAIL_IF((platforms == NULL && count == NULL) || (platforms != NULL && entries == 0),
          CL_INVALID_VALUE);
  if (count != NULL) {
    *count = 0;
  }
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  FAIL_IF(ls_connect(LS_API_OPENCL) != LS_OK, CL_PLATFORM_NOT_FOUND_KHR);
  pthread_once(&once, handle_forks);
  if (platforms != NULL) {
    platforms[0] = &the_platform;
  }
  if (count != NULL) {
    *count = 1;
  }
  return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_bitfield type, cl_uint entries,
                      cl_device_id *devices, cl_uint *count) {
  FAIL_IF(platform != NULL && platform != &the_platform, CL_INVALID_PLATFORM);
  FAIL_IF((devices == NULL && count == NULL) || (devices != NULL && entries == 0),
          CL_INVALID_VALUE);
  FAIL_IF(!is_device_type(type), CL_INVALID_DEVICE_TYPE);
  int found = (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU)) != 0;
  if (count != NULL) {
    *count = (cl_uint)found;
  }
  if (devices != NULL && found) {
    devices[0] = &the_device;
  }
  return found ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

struct sizes most_items_of(void) {
  size_t most = ls_number("group_items", 256);
  return (struct sizes){{most, most, most < 64 ? most : 64}};
}

static cl_int read_clock(cl_ulong *time, cl_ulong *also) {
  int status = ls_clock(0, time);
  *also = *time;
  return error_of(status);
}
