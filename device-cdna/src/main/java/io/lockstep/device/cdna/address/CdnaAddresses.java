package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressKind;
import java.util.List;
import java.util.stream.Stream;

/** All questions about CDNA's address spaces. */
public final class CdnaAddresses {
  private CdnaAddresses() {}

  /** {@return the kinds, in the order of the listing} */
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
