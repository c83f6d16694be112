// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressKind;
import java.util.List;
import java.util.stream.Stream;

/** Lists all address computations of CDNA that can be explained step by step. */
public final class CdnaAddresses {
  private CdnaAddresses() {}

  public static List<AddressKind> all() {
    return Stream.of(
            Apertures.KINDS,
            PrivateMemory.KINDS,
            BufferResources.KINDS,
            VectorAddresses.KINDS,
            ScalarAddresses.KINDS,
            LocalAddresses.KINDS,
            LaneGroups.KINDS,
            Limits.KINDS)
        .flatMap(List::stream)
        .toList();
  }
}
