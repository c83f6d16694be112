// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.type.Type;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BufferComparisonTest {
  private static DeviceMemory floats(float... values) {
    DeviceMemory memory = new DeviceMemory();
    int buffer = memory.allocate("b", Type.F32, 4L * values.length, null);
    for (int i = 0; i < values.length; i++) {
      byte[] bytes = LittleEndian.of(Float.floatToRawIntBits(values[i]), 4);
      memory.write(buffer, 4L * i, bytes, 0, 4);
    }
    return memory;
  }

  private static Optional<BufferComparison.Difference> first(
      ElementType type, double tolerance, DeviceMemory got, DeviceMemory want) {
    return new BufferComparison(type, tolerance).first(got, 0, want, 0);
  }

  @Test
  void allowsRoundingOfFloatsOnly() {
    DeviceMemory got = floats(1, 2.00001f, Float.NaN, 0);
    DeviceMemory want = floats(1, 2, Float.NaN, 1e-6f); // the last is small beside the mean
    assertThat(first(ElementType.F32, 1e-4, got, want)).isEmpty();
    assertThat(first(ElementType.F32, 1e-7, got, want))
        .contains(new BufferComparison.Difference(1, "2.00001001", "2.0", 2));
    assertThat(first(ElementType.I32, 1, got, want).orElseThrow().index()).isEqualTo(1);
  }

  @Test
  void findsInfinitiesAndNans() {
    DeviceMemory want = floats(1, Float.POSITIVE_INFINITY);
    assertThat(first(ElementType.F32, 1, floats(1, Float.MAX_VALUE), want)).isPresent();
    assertThat(first(ElementType.F32, 1, floats(1, Float.NaN), want)).isPresent();
    assertThat(first(ElementType.F32, 0, want, want)).isEmpty();
  }

  @Test
  void comparesBuffersLargerThanItsParts() {
    float[] values = new float[100_000];
    DeviceMemory got = floats(values);
    values[99_999] = 3;
    values[40_000] = -1;
    assertThat(first(ElementType.F32, 1e-4, got, floats(values)))
        .contains(new BufferComparison.Difference(40_000, "0.0", "-1.0", 2));
  }
}
