/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the PTX in a fat binary. Layout, observed in the output of nvcc 13.0: a wrapper (magic
 * 0x466243B1, version, pointer to the data), a header (magic 0xBA55ED50, u16 version, u16 header
 * bytes, u64 bytes of the entries), entries (u16 kind, 1 is PTX; u32 header bytes at 4, u64 bytes
 * at 8, u32 compressed bytes at 16, u32 capability at 28, u64 flags at 40, u64 uncompressed bytes
 * at 56). Of HIP texts there may be a second one, for devices whose wavefronts have 64 lanes. Its
 * flag, and that of texts which are linked with those of other objects, are Lockstep's own
 * (FatBinary.java).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

#define WRAPPER_MAGIC 0x466243B1u
#define DATA_MAGIC 0xBA55ED50u
#define ELF_MAGIC 0x464C457Fu
#define BUNDLE_MAGIC 0x4C435F5Fu     /* __CLANG_OFFLOAD_BUNDLE__, clang's file of code objects */
#define COMPRESSED_MAGIC 0x424F4343u /* CCOB, the same compressed */
#define KIND_PTX 1
#define FLAG_LZ4 0x2000u
#define FLAG_ZSTD 0x8000u
#define FLAG_WIDE (1ull << 40)
#define FLAG_LINKED (1ull << 41)
#define WIDE 64
#define ENTRY_BYTES 64
#define PTX_LIMIT (1ull << 30)

typedef struct {
  uint32_t magic, version;
  const unsigned char *data;
  unsigned char **prelinked; /* version 2: the objects' data, up to NULL */
} Wrapper;

static uint64_t number(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  memcpy(&value, at, (size_t)bytes);
  return value;
}

/* Decodes a block of LZ4. Returns the bytes written, 0 if the block is damaged. */
static size_t lz4(const unsigned char *in, size_t in_bytes, unsigned char *out, size_t out_bytes) {
  size_t i = 0, o = 0;
  while (i < in_bytes) {
    unsigned token = in[i++];
    size_t literals = token >> 4;
    for (unsigned more = 255; literals >= 15 && more == 255 && i < in_bytes;)
      literals += more = in[i++];
    if (literals > in_bytes - i || literals > out_bytes - o)
      return 0;
    memcpy(out + o, in + i, literals);
    i += literals;
    o += literals;
    if (o == out_bytes || in_bytes - i < 2)
      break;
    size_t distance = number(in + i, 2);
    i += 2;
    size_t match = token & 15;
    for (unsigned more = 255; match >= 15 && more == 255 && i < in_bytes;)
      match += more = in[i++];
    match += 4;
    if (distance == 0 || distance > o || match > out_bytes - o)
      return 0;
    for (; match > 0; match--, o++)
      out[o] = out[o - distance];
  }
  return o;
}

static size_t zstd(const unsigned char *in, size_t in_bytes, unsigned char *out, size_t out_bytes) {
  typedef size_t (*Decompress)(void *, size_t, const void *, size_t);
  typedef unsigned (*IsError)(size_t);
  void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  void *decompress = library ? dlsym(library, "ZSTD_decompress") : NULL;
  void *is_error = library ? dlsym(library, "ZSTD_isError") : NULL;
  if (!decompress || !is_error) {
    ls_say("the kernels are compressed with zstd, but libzstd.so.1 is not installed; install it, "
           "or build the program with NVCC_APPEND_FLAGS=\"-cudart shared --no-compress\"");
    return 0;
  }
  Decompress function;
  IsError failed;
  memcpy(&function, &decompress, sizeof function);
  memcpy(&failed, &is_error, sizeof failed);
  size_t bytes = function(out, out_bytes, in, in_bytes);
  return failed(bytes) ? 0 : bytes;
}

static Error unpack(const unsigned char *entry, const unsigned char *payload, Ptx *ptx) {
  uint64_t stored = number(entry + 8, 8);
  uint64_t compressed = number(entry + 16, 4);
  uint64_t flags = number(entry + 40, 8);
  uint64_t bytes = flags & (FLAG_LZ4 | FLAG_ZSTD) ? number(entry + 56, 8) : stored;
  if (bytes == 0 || bytes > PTX_LIMIT || compressed > stored)
    return cudaErrorInvalidKernelImage;
  unsigned char *text = malloc(bytes + 1);
  if (!text)
    return cudaErrorMemoryAllocation;
  size_t written = bytes;
  if (flags & FLAG_ZSTD)
    written = zstd(payload, compressed ? compressed : stored, text, bytes);
  else if (flags & FLAG_LZ4)
    written = lz4(payload, compressed ? compressed : stored, text, bytes);
  else
    memcpy(text, payload, bytes);
  if (written != bytes) {
    free(text);
    return cudaErrorInvalidKernelImage;
  }
  text[bytes] = 0;
  ptx->text = (char *)text;
  ptx->bytes = strlen(ptx->text);
  return cudaSuccess;
}

/* Whether PTX for one capability is better than that for another: the highest that the device
   reaches, otherwise the lowest. */
static int better(int candidate, int best, int device) {
  if (best == 0)
    return 1;
  if ((candidate <= device) != (best <= device))
    return candidate <= device;
  return candidate <= device ? candidate > best : candidate < best;
}

static const unsigned char *best_entry(const unsigned char *data, int device, int *capability) {
  if (number(data, 4) != DATA_MAGIC)
    return NULL;
  const unsigned char *at = data + number(data + 6, 2);
  const unsigned char *end = at + number(data + 8, 8);
  const unsigned char *best = NULL;
  int wide = device_number("warpSize") == WIDE;
  *capability = 0;
  while (end - at >= ENTRY_BYTES) {
    uint64_t header = number(at + 4, 4), bytes = number(at + 8, 8);
    if (header < ENTRY_BYTES || header > (uint64_t)(end - at) || bytes > end - at - header)
      return NULL;
    int entry_capability = (int)number(at + 28, 4);
    int for_wide = (number(at + 40, 8) & FLAG_WIDE) != 0;
    int fits = for_wide ? wide : better(entry_capability, *capability, device);
    if (number(at, 2) == KIND_PTX && fits) {
      best = at;
      *capability = entry_capability;
    }
    at += header + bytes;
  }
  return best;
}

int fatbin_linked(const void *image) {
  const Wrapper *wrapper = image;
  if (wrapper->magic != WRAPPER_MAGIC || number(wrapper->data, 4) != DATA_MAGIC)
    return 0;
  const unsigned char *entry = wrapper->data + number(wrapper->data + 6, 2);
  return number(wrapper->data + 8, 8) >= ENTRY_BYTES && (number(entry + 40, 8) & FLAG_LINKED) != 0;
}

/* Whether PTX is that of CUDA's device runtime (cudadevrt), with which nvcc links programs that are
   compiled separately. It calls functions that only the vendor's driver has. */
static int is_device_runtime(const Ptx *ptx) {
  return strstr(ptx->text, "__cuda_syscall_cnp") != NULL;
}

/* Appends the best PTX of one fat binary, which begins a module of its own. The device runtime for
   newer devices is left out: the capability is that of the program's own kernels. */
static Error append(const unsigned char *data, int device, Ptx *ptx) {
  Ptx part = {0};
  const unsigned char *entry = best_entry(data, device, &part.capability);
  if (!entry)
    return cudaErrorNoKernelImageForDevice;
  TRY(unpack(entry, entry + number(entry + 4, 4), &part));
  if (part.capability > device && is_device_runtime(&part)) {
    free(part.text);
    return cudaErrorNoKernelImageForDevice;
  }
  char *text = realloc(ptx->text, ptx->bytes + part.bytes + 2);
  if (!text) {
    free(part.text);
    return cudaErrorMemoryAllocation;
  }
  memcpy(text + ptx->bytes, part.text, part.bytes);
  free(part.text);
  ptx->text = text;
  ptx->bytes += part.bytes;
  ptx->text[ptx->bytes++] = '\n';
  ptx->text[ptx->bytes] = 0;
  if (part.capability > ptx->capability)
    ptx->capability = part.capability;
  return cudaSuccess;
}

/* Kernels compiled separately (nvcc -rdc=true): the linked code is in the wrapper's fat binary, the
   PTX in those of the objects. */
static Error append_all(const Wrapper *wrapper, int device, Ptx *ptx) {
  Error error = append(wrapper->data, device, ptx);
  if (error != cudaErrorNoKernelImageForDevice || wrapper->version != 2)
    return error;
  for (unsigned char **object = wrapper->prelinked; object && *object; object++) {
    Error own = append(*object, device, ptx);
    if (own && own != cudaErrorNoKernelImageForDevice)
      return own;
    error = own ? error : cudaSuccess;
  }
  return error;
}

#ifdef LOCKSTEP_HIP
#define NO_PTX                                                                                     \
  "the module is code for one of AMD's processors, which Lockstep does not execute; build it with " \
  "\"lockstep hipcc --genco\""
#else
#define NO_PTX                                                       \
  "the program has no PTX, only code for one processor; build it with " \
  "NVCC_APPEND_FLAGS=\"-cudart shared -lineinfo\" and without -arch=sm_NN -code=sm_NN"
#endif

static Error found(Error error) {
  if (error == cudaErrorNoKernelImageForDevice)
    ls_refuse(NO_PTX);
  return error;
}

Error fatbin_ptx(const void *image, int device, Ptx *ptx) {
  const Wrapper *wrapper = image;
  return wrapper->magic == WRAPPER_MAGIC ? found(append_all(wrapper, device, ptx))
                                         : cudaErrorInvalidKernelImage;
}

/* The capability of a text's .target; 0 if there is none. */
static int target(const char *text) {
  const char *at = strstr(text, ".target");
  at = at ? strstr(at, "sm_") : NULL;
  return at ? atoi(at + 3) : 0;
}

static Error text_ptx(const char *text, Ptx *ptx) {
  ptx->text = strdup(text);
  if (!ptx->text)
    return cudaErrorMemoryAllocation;
  ptx->bytes = strlen(text);
  ptx->capability = target(text);
  return cudaSuccess;
}

Error image_ptx(const void *image, int device, Ptx *ptx) {
  uint32_t magic;
  if (strnlen(image, sizeof magic) < sizeof magic)
    return cudaErrorInvalidKernelImage;
  memcpy(&magic, image, sizeof magic);
  if (magic == WRAPPER_MAGIC)
    return fatbin_ptx(image, device, ptx);
  if (magic == DATA_MAGIC)
    return found(append(image, device, ptx));
  if (magic == ELF_MAGIC || magic == BUNDLE_MAGIC || magic == COMPRESSED_MAGIC)
    return found(cudaErrorNoKernelImageForDevice);
  return text_ptx(image, ptx);
}
