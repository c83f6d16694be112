/* SPDX-License-Identifier: Apache-2.0 */
/* Work-item functions, barriers and fences. */
#define REGISTER(of, d, beyond) \
  ({ \
    uint r; \
    switch (d) { \
      case 0: r = __nvvm_read_ptx_sreg_##of##_x(); break; \
      case 1: r = __nvvm_read_ptx_sreg_##of##_y(); break; \
      case 2: r = __nvvm_read_ptx_sreg_##of##_z(); break; \
      default: r = beyond; break; \
    } \
    r; \
  })
KEEP size_t get_local_id(uint d) { return REGISTER(tid, d, 0); }
KEEP size_t get_group_id(uint d) { return REGISTER(ctaid, d, 0); }
KEEP size_t get_local_size(uint d) { return REGISTER(ntid, d, 1); }
KEEP size_t get_num_groups(uint d) { return REGISTER(nctaid, d, 1); }
KEEP size_t get_global_id(uint d) {
  uint group = REGISTER(ctaid, d, 0), size = REGISTER(ntid, d, 1), item = REGISTER(tid, d, 0);
  return (size_t)size * group + item;
}
KEEP size_t get_global_size(uint d) {
  uint groups = REGISTER(nctaid, d, 1), size = REGISTER(ntid, d, 1);
  return (size_t)size * groups;
}
KEEP size_t get_global_offset(uint d) { return 0; }
KEEP size_t get_enqueued_local_size(uint d) { return get_local_size(d); }
KEEP size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
         get_local_id(0);
}
KEEP size_t get_global_linear_id(void) {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
         get_global_id(0);
}
KEEP uint get_work_dim(void) {
  uint n;
  __asm__("mov.u32 %0, %%launch.dimensions;" : "=r"(n));
  return n;
}

/* As the prelude's macro of a barrier. */
KEEP void work_group_barrier(cl_mem_fence_flags flags) {
  __asm__ volatile("bar.sync.flags 0, %0;" : : "ri"(flags) : "memory");
}
KEEP void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  work_group_barrier(flags);
}
KEEP void barrier(cl_mem_fence_flags flags) { work_group_barrier(flags); }

KEEP void mem_fence(cl_mem_fence_flags flags) {
  if (flags & (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)) {
    __nvvm_membar_cta();
  }
}
KEEP void read_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }
KEEP void write_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }
