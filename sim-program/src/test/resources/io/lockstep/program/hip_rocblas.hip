// SPDX-License-Identifier: Apache-2.0
// rocBLAS's interface: products, vectors and reductions beside those of the host, a result apart from
// the summand, statuses, and the name of what is not supported.
#include <rocblas/rocblas.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static int failures;
#define CHECK(condition) \
  if (!(condition)) { \
    printf("line %d: %s\n", __LINE__, #condition); \
    failures++; \
  }

template <class T>
static std::vector<T> fetched(const T* device, size_t n) {
  std::vector<T> host(n);
  hipMemcpy(host.data(), device, n * sizeof(T), hipMemcpyDeviceToHost);
  return host;
}

template <class T>
static T* placed(const std::vector<T>& host) {
  T* device;
  hipMalloc(&device, host.size() * sizeof(T));
  hipMemcpy(device, host.data(), host.size() * sizeof(T), hipMemcpyHostToDevice);
  return device;
}

int main() {
  const int m = 40, n = 30, k = 25;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  std::vector<_Float16> a16(m * k), b16(k * n);
  std::vector<double> twice(m);
  for (int i = 0; i < m * k; i++) a16[i] = a[i] = (i * 7 % 17 - 8) / 8.0f;
  for (int i = 0; i < k * n; i++) b16[i] = b[i] = (i * 5 % 13 - 6) / 4.0f;
  for (int i = 0; i < m * n; i++) c[i] = i % 9 - 4;
  for (int i = 0; i < m; i++) twice[i] = i % 5 - 2.5;
  float *da = placed(a), *db = placed(b), *dc = placed(c), *dd = placed(c);
  _Float16 *da16 = placed(a16), *db16 = placed(b16);
  double* dt = placed(twice);
  rocblas_handle handle;
  rocblas_initialize();
  CHECK(!rocblas_create_handle(&handle));
  rocblas_pointer_mode mode = rocblas_pointer_mode_device;
  CHECK(!rocblas_get_pointer_mode(handle, &mode) && mode == rocblas_pointer_mode_host);
  float alpha = 2, beta = 0.5f;
  const rocblas_operation N = rocblas_operation_none, T = rocblas_operation_transpose;
  for (int form = 0; form < 3; form++) {
    float* to = form == 2 ? dd : dc;
    hipMemcpy(dc, c.data(), c.size() * 4, hipMemcpyHostToDevice);
    rocblas_datatype type = form == 0 ? rocblas_datatype_f32_r : rocblas_datatype_f16_r;
    const void *x = form == 0 ? (void*)da : da16, *y = form == 0 ? (void*)db : db16;
    if (form == 1) {
      CHECK(!rocblas_sgemm(handle, N, T, m, n, k, &alpha, da, m, db, n, &beta, dc, m));
    } else {
      CHECK(!rocblas_gemm_ex(handle, N, T, m, n, k, &alpha, x, type, m, y, type, n, &beta, dc,
                             rocblas_datatype_f32_r, m, to, rocblas_datatype_f32_r, m,
                             rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, 0));
    }
    auto result = fetched(to, m * n);
    double most = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0.5 * c[i + j * m];
        for (int l = 0; l < k; l++) sum += 2.0 * a[i + l * m] * b[j + l * n];
        most = fmax(most, fabs(sum - result[i + j * m]));
      }
    CHECK(most < 1e-4);
  }
  CHECK(fetched(dc, m * n) == c);
  double sum = 0, expected = 0;
  for (double value : twice) expected += fabs(value);
  CHECK(!rocblas_dasum(handle, m, dt, 1, &sum) && fabs(sum - expected) < 1e-12);
  int index = 0;
  CHECK(!rocblas_idamax(handle, m, dt, 1, &index) && index == 1);
  double scale = 3;
  CHECK(!rocblas_dscal(handle, m, &scale, dt, 1));
  CHECK(fetched(dt, m)[4] == 3 * twice[4]);
  CHECK(!rocblas_set_vector(m, 8, twice.data(), 1, dt, 1) && fetched(dt, m) == twice);

  CHECK(rocblas_create_handle(nullptr) == rocblas_status_invalid_pointer);
  CHECK(rocblas_destroy_handle(nullptr) == rocblas_status_invalid_handle);
  CHECK(rocblas_sgemm(nullptr, N, N, 1, 1, 1, &alpha, da, 1, db, 1, &beta, dc, 1)
        == rocblas_status_invalid_handle);
  CHECK(rocblas_sgemm(handle, N, N, -1, 1, 1, &alpha, da, 1, db, 1, &beta, dc, 1)
        == rocblas_status_invalid_size);
  CHECK(rocblas_sgemm(handle, N, N, 4, 1, 1, &alpha, da, 1, db, 1, &beta, dc, 4)
        == rocblas_status_invalid_size);
  CHECK(rocblas_sgemm(handle, N, N, 1, 1, 1, nullptr, da, 1, db, 1, &beta, dc, 1)
        == rocblas_status_invalid_pointer);
  CHECK(rocblas_sgemm(handle, (rocblas_operation)0, N, 1, 1, 1, &alpha, da, 1, db, 1, &beta, dc, 1)
        == rocblas_status_invalid_value);
  CHECK(rocblas_saxpy(handle, 4, nullptr, da, 1, db, 1) == rocblas_status_invalid_pointer);
  CHECK(rocblas_cgemm(handle, N, N) == rocblas_status_not_implemented);
  CHECK(!strcmp(rocblas_status_to_string(rocblas_status_invalid_size), "rocblas_status_invalid_size"));
  CHECK(!rocblas_destroy_handle(handle));
  printf("%s\n", failures ? "FAIL" : "PASS");
  return failures;
}
