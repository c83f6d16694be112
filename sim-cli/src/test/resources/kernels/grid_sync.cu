// Rounds of a stencil that the whole grid does in step (CUDA's cooperative groups).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void phases(unsigned *a, unsigned *b, int rounds) {
  cg::grid_group grid = cg::this_grid();
  unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    b[i] = a[(i + 1) % n] + a[(i + n - 1) % n];
    grid.sync();
    a[i] = b[(i + 7) % n] ^ b[i];
    grid.sync();
  }
}
