/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "client.h"

#define END_WINDOW 84 /* from here on programs and libraries are mapped */

void *ls_map_window(uint64_t bytes, uint64_t *window) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  while (*window < END_WINDOW) {
    void *wanted = (void *)(uintptr_t)((*window)++ << 40);
    void *host = mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (host == wanted) {
      return host;
    }
    if (host != MAP_FAILED) {
      munmap(host, bytes);
    }
  }
  return NULL;
}
