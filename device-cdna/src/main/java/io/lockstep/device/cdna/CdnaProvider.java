// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import io.lockstep.device.cdna.address.CdnaAddresses;
import io.lockstep.device.cdna.matrix.MfmaCores;
import io.lockstep.gcn.GcnProvider;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.address.AddressKind;
import java.io.InputStream;
import java.util.List;

@SpiVersion(SpiVersion.CURRENT)
public final class CdnaProvider extends GcnProvider {
  private static final List<String> IDS = List.of("mi100", "mi210", "mi250x", "mi300a", "mi300x");

  /** Created by ServiceLoader. */
  public CdnaProvider() {
    super("cdna", InstructionSet.read(open("instruction-sets.txt")), IDS, new MfmaCores());
  }

  @Override
  public List<AddressKind> addressKinds() {
    return CdnaAddresses.all();
  }

  @Override
  protected InputStream resource(String name) {
    return open(name);
  }

  private static InputStream open(String name) {
    return CdnaProvider.class.getResourceAsStream(name);
  }
}
