/* SPDX-License-Identifier: Apache-2.0 */
#include "client_private.h"

static void get_parameter(struct ls_cursor *c, struct ls_parameter *p) {
  p->kind = get_u32(c);
  p->bytes = get_u32(c);
  p->offset = get_u32(c);
  p->space = get_u32(c);
  p->access = get_u32(c);
  p->qualifier = get_u32(c);
  p->type = get_text(c);
  p->name = get_text(c);
}

static void *get_array(struct ls_cursor *c, uint32_t *count, size_t bytes) {
  *count = get_u32(c);
  if (*count > (size_t)(c->end - c->at)) {
    *count = 0;
  }
  void *array = calloc(*count + 1u, bytes);
  if (array == NULL) {
    abort();
  }
  return array;
}

static void get_kernel(struct ls_cursor *c, struct ls_kernel *k) {
  k->name = get_text(c);
  k->parameters = get_array(c, &k->count, sizeof *k->parameters);
  for (uint32_t i = 0; i < k->count; i++) {
    get_parameter(c, &k->parameters[i]);
  }
  for (int d = 0; d < 3; d++) {
    k->required[d] = get_u32(c);
  }
  for (int d = 0; d < 3; d++) {
    k->hint[d] = get_u32(c);
  }
  k->most_items = get_u32(c);
  k->local_bytes = get_u32(c);
  k->private_bytes = get_u32(c);
  k->width = get_u32(c);
  k->attributes = get_text(c);
  k->refusal = get_text(c);
}

static struct ls_program *get_program(void) {
  struct ls_cursor c = ls_reader();
  struct ls_program *p = calloc(1, sizeof *p);
  if (p == NULL) {
    abort();
  }
  p->number = get_u32(&c);
  p->log = get_text(&c);
  p->kernels = get_array(&c, &p->kernel_count, sizeof *p->kernels);
  for (uint32_t i = 0; i < p->kernel_count; i++) {
    get_kernel(&c, &p->kernels[i]);
  }
  p->variables = get_array(&c, &p->variable_count, sizeof *p->variables);
  for (uint32_t i = 0; i < p->variable_count; i++) {
    p->variables[i].name = get_text(&c);
    p->variables[i].bytes = get_u64(&c);
    p->variables[i].address = get_u64(&c);
    p->variables[i].constant = get_u32(&c);
  }
  return p;
}

/* Sends a source in parts and waits for the reply; the lock is held. The options are NULL for parts. */
static int send_source(uint16_t operation, uint32_t language, const char *options,
                       const char *source, uint64_t bytes) {
  static const char *const EXTENSIONS[] = {
      [LS_OPENCL_C] = "cl", [LS_PTX] = "ptx", [LS_CUDA_C] = "cu", [LS_HIP] = "hip"};
  const char *extension = EXTENSIONS[language];
  size_t head = 16 + strlen(extension) + (options == NULL ? 0 : 4 + strlen(options));
  if (head > LS_MESSAGE_BYTES / 2) {
    ls_set_message("options of more than 512 KiB", strlen("options of more than 512 KiB"));
    return LS_REFUSED;
  }
  for (;;) {
    uint64_t n = ls_part_bytes(bytes), stage;
    int last = n == bytes;
    int status = ls_stage(source, n, &stage);
    if (status != LS_OK) {
      return status;
    }
    int inside = stage != UINT64_MAX;
    uint8_t *at = ls_begin(last ? operation : LS_SOURCE, (last ? head : 12) + (inside ? 0 : n));
    if (at == NULL) {
      return ls_failed();
    }
    if (last) {
      put_text(&at, extension);
    }
    if (last && options != NULL) {
      put_text(&at, options);
    }
    put_u64(&at, stage);
    put_u32(&at, (uint32_t)n);
    if (!inside) {
      put_bytes(&at, source, n);
    }
    if (last) {
      return ls_reply();
    }
    status = inside ? ls_acknowledge() : LS_OK;
    if (status != LS_OK) {
      return status;
    }
    source += n;
    bytes -= n;
  }
}

static int make(uint16_t operation, uint32_t language, const char *options, const void *source,
                uint64_t bytes, struct ls_program **program) {
  ls_lock();
  int status = send_source(operation, language, options, source, bytes);
  if (status == LS_OK && program != NULL) {
    *program = get_program();
  }
  ls_unlock();
  return status;
}

int ls_build(uint32_t language, const char *options, const void *source, uint64_t bytes,
             struct ls_program **program) {
  return make(LS_BUILD, language, options, source, bytes, program);
}

int ls_check(uint32_t language, const void *parts, uint64_t bytes) {
  return make(LS_CHECK, language, NULL, parts, bytes, NULL);
}

int ls_link(uint32_t language, const void *parts, uint64_t bytes, struct ls_program **program) {
  return make(LS_LINK, language, NULL, parts, bytes, program);
}

int ls_compile(uint32_t language, const char *options, const void *texts, uint64_t bytes,
               uint32_t expressions, char **result, char **names) {
  ls_lock();
  int status = send_source(LS_COMPILE, language, options, texts, bytes);
  if (status == LS_OK) {
    struct ls_cursor c = ls_reader();
    *result = get_text(&c);
    for (uint32_t i = 0; i < expressions; i++) {
      names[i] = get_text(&c);
    }
  }
  ls_unlock();
  return status;
}

void ls_program_free(struct ls_program *program) {
  if (program == NULL) {
    return;
  }
  for (uint32_t i = 0; i < program->kernel_count; i++) {
    struct ls_kernel *k = &program->kernels[i];
    for (uint32_t j = 0; j < k->count; j++) {
      free(k->parameters[j].type);
      free(k->parameters[j].name);
    }
    free(k->parameters);
    free(k->name);
    free(k->attributes);
    free(k->refusal);
  }
  for (uint32_t i = 0; i < program->variable_count; i++) {
    free(program->variables[i].name);
  }
  free(program->kernels);
  free(program->variables);
  free(program->log);
  free(program);
}
