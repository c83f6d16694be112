// Each 32 neighbouring work-items share 32 neighbouring vertices, one after the other.
__kernel void bfs(__global uint *level, __global const uint *offsets, __global const uint *neighbours,
                  __global uint *changed, uint current, uint vertices) {
  uint t = get_global_id(0), lane = t % 32, first = t / 32 * 32;
  uint end = min(first + 32, vertices);
  for (uint v = first; v < end; v++) {
    if (level[v] != current) continue;
    uint start = offsets[v], stop = offsets[v + 1];
    for (uint i = start + lane; i < stop; i += 32) {
      uint next = neighbours[i];
      if (level[next] == UINT_MAX) {
        level[next] = current + 1;
        *changed = 1;
      }
    }
  }
}
