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

cl_int retain(void *object, enum kind kind, cl_int error) {
  FAIL_IF(!is(object, kind), error);
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

cl_int unsupported(const char *name) {
  ls_refuse("%s is not supported", name);
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

EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint entries, cl_platform_id *platforms, cl_uint *count) {
  return clGetPlatformIDs(entries, platforms, count);
}

EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_uint name, size_t size, void *to,
                                size_t *size_ret) {
  FAIL_IF(platform != NULL && platform != &the_platform, CL_INVALID_PLATFORM);
  cl_uint version = VERSION(3, 0);
  cl_ulong nanosecond = 1; /* of clGetHostTimer */
  switch (name) {
    case 0x0900: return answer_text("FULL_PROFILE", size, to, size_ret);
    case 0x0901: return answer_text("OpenCL 3.0 Lockstep", size, to, size_ret);
    case 0x0902: return answer_text("Lockstep", size, to, size_ret);
    case 0x0903: return answer_text("Lockstep", size, to, size_ret);
    case 0x0904: return answer_text(extensions(), size, to, size_ret);
    case 0x0905: return answer(&nanosecond, sizeof nanosecond, size, to, size_ret);
    case 0x0906: return answer(&version, sizeof version, size, to, size_ret);
    case 0x0907: return answer_extensions(size, to, size_ret);
    case 0x0920: return answer_text("LOCKSTEP", size, to, size_ret);
    default: return CL_INVALID_VALUE;
  }
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

/* Numbers of clGetDeviceInfo that are the same for all devices, or a property's. */
struct number {
  cl_uint name;
  char bytes; /* 4 or 8 */
  const char *key;
  cl_ulong value; /* without a key, or if the key is unknown */
};

static const struct number NUMBERS[] = {
    {0x1000, 8, NULL, CL_DEVICE_TYPE_GPU},
    {0x1001, 4, NULL, 0},                  /* vendor id */
    {0x1002, 4, "compute_units", 16},
    {0x1003, 4, NULL, 3},                  /* work-item dimensions */
    {0x1004, 8, "group_items", 256},
    {0x1006, 4, NULL, 16},                 /* preferred vector widths: char */
    {0x1007, 4, NULL, 8},
    {0x1008, 4, NULL, 4},
    {0x1009, 4, NULL, 2},
    {0x100A, 4, NULL, 4},
    {0x100B, 4, "doubles", 0},
    {0x100C, 4, "clock_mhz", 1000},
    {0x100D, 4, NULL, 64},                 /* address bits */
    {0x100E, 4, NULL, 128},                /* read images */
    {0x100F, 4, NULL, 64},                 /* written images */
    {0x1011, 8, NULL, 16384},              /* image sizes */
    {0x1012, 8, NULL, 16384},
    {0x1013, 8, NULL, 2048},
    {0x1014, 8, NULL, 2048},
    {0x1015, 8, NULL, 2048},
    {0x1016, 4, NULL, 1},                  /* images */
    {0x1017, 8, NULL, 4096},               /* bytes of arguments */
    {0x1018, 4, NULL, 16},                 /* samplers */
    {0x1019, 4, NULL, 2048},               /* alignment in bits */
    {0x101A, 4, NULL, 128},
    {0x101B, 8, NULL, 0x3F},               /* single precision: all but correctly rounded division */
    {0x101C, 4, NULL, 2},                  /* cache: read and write */
    {0x101D, 4, NULL, 128},
    {0x101E, 8, "cache_bytes", 524288},
    {0x101F, 8, "memory_bytes", 4294967296},
    {0x1020, 8, NULL, 65536},              /* constant buffer */
    {0x1021, 4, NULL, 8},
    {0x1022, 4, NULL, 1},                  /* local memory */
    {0x1023, 8, "local_bytes", 32768},
    {0x1024, 4, NULL, 0},                  /* error correction */
    {0x1025, 8, NULL, 1000},               /* timer resolution in ns */
    {0x1026, 4, NULL, 1},                  /* little-endian */
    {0x1027, 4, NULL, 1},                  /* available */
    {0x1028, 4, NULL, 1},                  /* compiler */
    {0x1029, 8, NULL, 1},                  /* executes kernels */
    {0x102A, 8, NULL, CL_QUEUE_OUT_OF_ORDER | CL_QUEUE_PROFILING},
    {0x1033, 8, NULL, 0},                  /* half precision */
    {0x1034, 4, NULL, 0},
    {0x1035, 4, NULL, 0},                  /* host unified memory */
    {0x1036, 4, NULL, 1},                  /* native vector widths: char */
    {0x1037, 4, NULL, 1},
    {0x1038, 4, NULL, 1},
    {0x1039, 4, NULL, 1},
    {0x103A, 4, NULL, 1},
    {0x103B, 4, "doubles", 0},
    {0x103C, 4, NULL, 0},
    {0x103E, 4, NULL, 1},                  /* linker */
    {0x1040, 8, NULL, 65536},              /* image buffer */
    {0x1041, 8, NULL, 2048},               /* image array */
    {0x1043, 4, NULL, 0},                  /* sub-devices */
    {0x1045, 8, NULL, 0},                  /* affinity domains */
    {0x1047, 4, NULL, 1},                  /* references */
    {0x1048, 4, NULL, 1},                  /* user synchronises */
    {0x1049, 8, NULL, 1048576},            /* printf buffer */
    {0x104A, 4, NULL, 1},                  /* pitch alignment */
    {0x104B, 4, NULL, 1},
    {0x104C, 4, NULL, 0},                  /* read-write images */
    {0x104D, 8, NULL, 0},                  /* global variables */
    {0x104E, 8, NULL, 0},                  /* queues on the device */
    {0x104F, 4, NULL, 0},
    {0x1050, 4, NULL, 0},
    {0x1051, 4, NULL, 0},
    {0x1052, 4, NULL, 0},
    {0x1053, 8, NULL, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER},
    {0x1054, 8, NULL, 0},
    {0x1055, 4, NULL, 0},                  /* pipes */
    {0x1056, 4, NULL, 0},
    {0x1057, 4, NULL, 0},
    {0x1058, 4, NULL, 0},                  /* preferred alignment of atomics */
    {0x1059, 4, NULL, 0},
    {0x105A, 4, NULL, 0},
    {0x105C, 4, NULL, 0},                  /* sub-groups */
    {0x105D, 4, NULL, 0},
    {0x105E, 4, NULL, VERSION(3, 0)},
    {0x1063, 8, NULL, 0x11},               /* atomics: relaxed, work-group */
    {0x1064, 8, NULL, 0x11},
    {0x1065, 4, NULL, 1},                  /* smaller last groups */
    {0x1068, 4, NULL, 0},                  /* collective functions */
    {0x1069, 4, NULL, 0},                  /* generic address space */
    {0x1070, 8, NULL, 0},                  /* enqueue on the device */
    {0x1071, 4, NULL, 0},
    {0x1067, 8, "wavefront", 32}           /* preferred multiple */
};

static cl_int device_numbers(cl_uint name, size_t size, void *to, size_t *size_ret) {
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
    const struct number *n = &NUMBERS[i];
    if (n->name == name) {
      cl_ulong value = n->key == NULL ? n->value : ls_number(n->key, n->value);
      return answer(&value, (size_t)n->bytes, size, to, size_ret);
    }
  }
  return CL_INVALID_VALUE;
}

void most_items_of(size_t sizes[3]) {
  size_t most = ls_number("group_items", 256);
  sizes[0] = sizes[1] = most;
  sizes[2] = most < 64 ? most : 64;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_uint name, size_t size, void *to, size_t *size_ret) {
  FAIL_IF(device != &the_device, CL_INVALID_DEVICE);
  size_t sizes[3];
  most_items_of(sizes);
  cl_ulong quarter = ls_number("memory_bytes", 4294967296) / 4;
  cl_ulong doubles = ls_number("doubles", 0) ? 0x3F : 0;
  cl_property none = 0;
  const void *nothing = NULL;
  struct name_version versions[4] = {{VERSION(1, 0), "OpenCL C"},
                                     {VERSION(1, 1), "OpenCL C"},
                                     {VERSION(1, 2), "OpenCL C"},
                                     {VERSION(3, 0), "OpenCL C"}};
  switch (name) {
    case 0x1005: return answer(sizes, sizeof sizes, size, to, size_ret);
    case 0x1010: return answer(&quarter, sizeof quarter, size, to, size_ret);
    case 0x102B: return answer_text(ls_property("name", "Lockstep"), size, to, size_ret);
    case 0x102C: return answer_text(ls_property("vendor", "Lockstep"), size, to, size_ret);
    case 0x102D: return answer_text("3.0", size, to, size_ret);
    case 0x102E: return answer_text("FULL_PROFILE", size, to, size_ret);
    case 0x102F: return answer_text("OpenCL 3.0 Lockstep", size, to, size_ret);
    case 0x1030: return answer_text(extensions(), size, to, size_ret);
    case 0x1031: {
      cl_platform_id platform = &the_platform;
      return answer(&platform, sizeof platform, size, to, size_ret);
    }
    case 0x1032: return answer(&doubles, sizeof doubles, size, to, size_ret);
    case 0x103D: return answer_text("OpenCL C 1.2 Lockstep", size, to, size_ret);
    case 0x103F: return answer_text("", size, to, size_ret); /* built-in kernels */
    case 0x1042: return answer(&nothing, sizeof nothing, size, to, size_ret);
    case 0x1044: return answer(&none, sizeof none, size, to, size_ret);
    case 0x1046: return answer(&none, sizeof none, size, to, size_ret);
    case 0x105B: return answer_text("", size, to, size_ret); /* intermediate languages */
    case 0x1060: return answer_extensions(size, to, size_ret);
    case 0x1061:
    case 0x1062: return answer(NULL, 0, size, to, size_ret);
    case 0x1066: return answer(versions, sizeof versions, size, to, size_ret);
    case 0x106F: return answer(NULL, 0, size, to, size_ret); /* features */
    case 0x1072: return answer_text("", size, to, size_ret);
    default: return device_numbers(name, size, to, size_ret);
  }
}

cl_int clCreateSubDevices(cl_device_id device, const cl_property *properties, cl_uint entries,
                          cl_device_id *devices, cl_uint *count) {
  return device == &the_device ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_DEVICE;
}

cl_int clRetainDevice(cl_device_id device) {
  return device == &the_device ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clReleaseDevice(cl_device_id device) { return clRetainDevice(device); }

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_time, cl_ulong *host_time) {
  cl_ulong now;
  if (device != &the_device || device_time == NULL || host_time == NULL) {
    return device != &the_device ? CL_INVALID_DEVICE : CL_INVALID_VALUE;
  }
  int status = ls_clock(0, &now);
  *device_time = *host_time = now;
  return error_of(status);
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_time) {
  cl_ulong now;
  return host_time == NULL ? CL_INVALID_VALUE : clGetDeviceAndHostTimer(device, &now, host_time);
}
