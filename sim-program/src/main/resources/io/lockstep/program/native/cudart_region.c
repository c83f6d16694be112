/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that the host and kernels access under one address. The host has it mapped; page
 * protection tells when it reads or writes:
 *
 *   FRESH  the host may have written it since its allocation; readable and writable
 *   DIRTY  the host has written it; readable and writable
 *   CLEAN  both copies are equal; readable
 *   AWAY   the device may have written it; no access
 *
 * A launch sends dirty pages to the device and takes all pages away. An access of the host to a page
 * that is away fetches it, with its successors, in the handler of SIGSEGV.
 *
 * Other threads of the host go on meanwhile. So a page is filled before it is readable, and is not
 * writable while it is sent: who accesses it waits in the handler, for the lock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "cudart.h"

enum { FRESH, DIRTY, CLEAN, AWAY };

/* The access that faulted; only x86-64 tells here whether it was a write. */
enum access { READ, WRITE, UNKNOWN };

#define PAGE ((uint64_t)4096)
#define RUN 16 /* pages fetched at once */

static Region *regions;
static uint64_t next_window = LS_FIRST_WINDOW;
static struct sigaction previous;
static int handler_set;
static int pagemap = -1;
static int memory = -1; /* this process's memory, which writes pages whatever their protection */

static char *start_of(const Region *region) {
  return (char *)((uintptr_t)region->host & ~(PAGE - 1));
}

static void protect(const Region *region, size_t first, size_t pages, int access) {
  if (pages > 0)
    mprotect(start_of(region) + first * PAGE, pages * PAGE, access);
}

/* The part of some pages that belongs to the region. */
static char *part(const Region *region, size_t first, size_t pages, uint64_t *bytes) {
  char *from = start_of(region) + first * PAGE;
  char *to = from + pages * PAGE;
  char *end = region->host + region->bytes;
  from = from < region->host ? region->host : from;
  to = to > end ? end : to;
  *bytes = (uint64_t)(to - from);
  return from;
}

Region *region_of(const void *pointer) {
  for (Region *region = regions; region; region = region->next)
    if ((uint64_t)((const char *)pointer - region->host) < region->bytes)
      return region;
  return NULL;
}

void *region_host(const void *pointer) {
  for (Region *region = regions; region; region = region->next) {
    uint64_t offset = (uint64_t)(uintptr_t)pointer - region->device;
    if (offset < region->bytes)
      return region->host + offset;
  }
  return (void *)(uintptr_t)pointer;
}

static Region *page_owner(const char *pointer) {
  for (Region *region = regions; region; region = region->next)
    if ((uint64_t)(pointer - start_of(region)) < region->pages * PAGE)
      return region;
  return NULL;
}

static int access_of(int state) {
  return state == AWAY ? PROT_NONE : state == CLEAN ? PROT_READ : PROT_READ | PROT_WRITE;
}

/*
 * Whether a page of registered memory also has bytes outside of it. These may be the driver's own,
 * which it accesses while it fetches the page.
 */
static int is_shared(const Region *region, size_t page) {
  uint64_t bytes;
  part(region, page, 1, &bytes);
  return !region->owned && bytes < PAGE;
}

/*
 * Fills pages that the program cannot access, through the process's memory file. Shared mappings
 * cannot be written so, and pages with bytes outside of the region must be accessible: these are
 * opened first.
 */
static int fill(Region *region, size_t page, size_t pages) {
  static char data[RUN * PAGE];
  uint64_t bytes;
  char *host = part(region, page, pages, &bytes);
  if (is_shared(region, page))
    protect(region, page, pages, PROT_READ | PROT_WRITE);
  int status = ls_read(region->device + (uint64_t)(host - region->host), data, bytes, 0, 0);
  if (!status && pwrite(memory, data, bytes, (off_t)(uintptr_t)host) != (ssize_t)bytes) {
    protect(region, page, pages, PROT_READ | PROT_WRITE);
    memcpy(host, data, bytes);
  }
  return status;
}

/* Fetches a page and those that follow it; a page with bytes outside of the region comes alone. */
static int fetch(Region *region, size_t page, int write) {
  size_t end = page + 1;
  while (!is_shared(region, page) && end < region->pages && end < page + RUN
         && region->states[end] == AWAY && !is_shared(region, end))
    end++;
  int status = fill(region, page, end - page);
  memset(region->states + page, write ? DIRTY : CLEAN, end - page);
  protect(region, page, end - page, access_of(region->states[page]));
  region->at_device = 0;
  return status;
}

/*
 * Opens the page of an access that faulted; returns whether it is a region's. Another thread may have
 * opened it since.
 */
static int resolve(char *address, enum access access) {
  Region *region = page_owner(address);
  if (!region)
    return 0;
  size_t page = (size_t)(address - start_of(region)) / PAGE;
  if (region->states[page] == AWAY) {
    check(fetch(region, page, access == WRITE));
  } else {
    if (region->states[page] == CLEAN && access != READ) {
      region->states[page] = DIRTY;
      region->at_device = 0;
    }
    protect(region, page, 1, access_of(region->states[page]));
  }
  return 1;
}

void region_open(const void *pointer, uint64_t bytes, int written) {
  char *first = (char *)(uintptr_t)pointer;
  resolve(first, written ? WRITE : READ);
  resolve(first + bytes - 1, written ? WRITE : READ);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  enum access access = UNKNOWN;
#if defined(__x86_64__)
  access = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] >> 1 & 1 ? WRITE : READ;
#endif
  ls_lock();
  int resolved = resolve(info->si_addr, access);
  ls_unlock();
  if (resolved)
    return;
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, info, context);
  else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    previous.sa_handler(signal);
  else
    sigaction(SIGSEGV, &previous, NULL); /* the access is repeated and ends the program */
}

static void set_handler(void) {
  if (handler_set)
    return;
  handler_set = 1;
  pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous);
}

/* Whether a page was written since it was mapped: it is in memory or swapped out. */
static int touched(const char *page) {
  uint64_t entry;
  off_t at = (off_t)((uintptr_t)page / PAGE * sizeof entry);
  if (pagemap < 0 || pread(pagemap, &entry, sizeof entry, at) != (ssize_t)sizeof entry)
    return 1;
  return entry >> 62 != 0;
}

static int to_send(const Region *region, size_t page) {
  if (region->states[page] == FRESH)
    return !region->owned || touched(start_of(region) + page * PAGE);
  return region->states[page] == DIRTY;
}

/* Makes writable pages read-only, so that no write falls between sending a page and its new state. */
static void freeze(const Region *region, size_t first, size_t end) {
  for (size_t page = first; page < end; page++) {
    size_t from = page;
    while (page < end && (region->states[page] == FRESH || region->states[page] == DIRTY))
      page++;
    protect(region, from, page - from, PROT_READ);
  }
}

static Error send_pages(Region *region, size_t first, size_t end) {
  for (size_t page = first; page < end; page++) {
    size_t from = page;
    while (page < end && to_send(region, page))
      page++;
    uint64_t bytes;
    char *host = part(region, from, page - from, &bytes);
    if (page > from)
      TRY(check(ls_write(region->device + (uint64_t)(host - region->host), host, bytes, 0, 0)));
  }
  return cudaSuccess;
}

/* The pages of a range. */
static size_t pages_of(const Region *region, const void *pointer, uint64_t bytes, size_t *first) {
  *first = (size_t)((const char *)pointer - start_of(region)) / PAGE;
  size_t end = (size_t)((const char *)pointer + bytes - 1 - start_of(region)) / PAGE + 1;
  return end > region->pages ? region->pages : end;
}

Error region_push(Region *region, const void *pointer, uint64_t bytes) {
  if (bytes == 0 || region->at_device)
    return cudaSuccess;
  size_t first, end = pages_of(region, pointer, bytes, &first);
  freeze(region, first, end);
  TRY(send_pages(region, first, end));
  for (size_t page = first; page < end; page++)
    if (region->states[page] != AWAY)
      region->states[page] = CLEAN;
  return cudaSuccess;
}

void region_take(Region *region, const void *pointer, uint64_t bytes) {
  if (bytes == 0 || region->at_device)
    return;
  size_t first, end = pages_of(region, pointer, bytes, &first);
  memset(region->states + first, AWAY, end - first);
  protect(region, first, end - first, PROT_NONE);
}

Error regions_to_device(void) {
  for (Region *region = regions; region; region = region->next)
    TRY(region_push(region, region->host, region->bytes));
  return cudaSuccess;
}

void regions_take(void) {
  for (Region *region = regions; region; region = region->next) {
    region_take(region, region->host, region->bytes);
    region->at_device = 1;
  }
}

Error region_add(void *host, uint64_t device, uint64_t bytes, Region **result) {
  uintptr_t start = (uintptr_t)host & ~(PAGE - 1);
  size_t pages = ((uintptr_t)host + bytes - start + PAGE - 1) / PAGE;
  /* not of the heap, whose pages may be a region's and closed to the handler itself */
  Region *region = mmap(NULL, sizeof *region + pages, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (region == MAP_FAILED)
    return cudaErrorMemoryAllocation;
  set_handler();
  *region = (Region){.host = host,
                     .device = device,
                     .bytes = bytes,
                     .pages = pages,
                     .states = (unsigned char *)(region + 1), /* FRESH */
                     .next = regions};
  regions = region;
  *result = region;
  return cudaSuccess;
}

/* Maps host memory at the first free window, otherwise anywhere. */
static void *map(uint64_t bytes) {
  void *host = ls_map_window(bytes, &next_window);
  return host ? host
              : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

Error region_create(uint64_t bytes, int managed, Region **region) {
  uint64_t mapped = (bytes + PAGE - 1) & ~(PAGE - 1);
  char *host = map(mapped);
  if (host == MAP_FAILED)
    return cudaErrorMemoryAllocation;
  uint64_t address = (uint64_t)(uintptr_t)host;
  uint64_t wanted = (address & ((1ull << 40) - 1)) == 0 ? address : 0;
  Error error = memory_allocate(bytes, wanted, managed ? "managed" : "mapped", &address);
  if (!error)
    error = region_add(host, address, bytes, region);
  if (error) {
    munmap(host, mapped);
    return error;
  }
  (*region)->managed = managed;
  (*region)->owned = 1;
  return cudaSuccess;
}

/* The memory stays the program's: fetches what the device has. */
static Error give_back(Region *region) {
  Error error = cudaSuccess;
  for (size_t page = 0; page < region->pages; page++)
    if (region->states[page] == AWAY && !error)
      error = check(fetch(region, page, 1));
  protect(region, 0, region->pages, PROT_READ | PROT_WRITE);
  return error;
}

void regions_reset(void) {
  while (regions)
    region_free(regions);
}

Error region_free(Region *region) {
  for (Region **at = &regions; *at; at = &(*at)->next)
    if (*at == region) {
      *at = region->next;
      break;
    }
  Error error = cudaSuccess;
  if (region->owned)
    munmap(region->host, region->pages * PAGE);
  else
    error = give_back(region);
  Error freed = memory_free((void *)(uintptr_t)region->device);
  munmap(region, sizeof *region + region->pages);
  return error ? error : freed;
}
