// One chain of dependent loads: each holds the address of the next, as a list's links do.
__kernel void chase(__global const ulong *next, __global ulong *out, int hops) {
#ifdef UNIFORM /* the compiler knows that all work-items load the same: scalar loads */
  __global const ulong *p = next;
#else
  __global const ulong *p = next + get_local_id(0);
#endif
  for (int i = 0; i < hops; i++) p = (__global const ulong *)*p;
  out[get_global_id(0)] = (ulong)p;
}
