// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Reads device specifications and builds their models. */
final class DeviceTarget extends TextTarget {
  private static final Pattern POSITION = Pattern.compile("d\\.yaml(:[1-9][0-9]*:[1-9][0-9]*)?: .");

  private final Map<String, DeviceProvider> families = new HashMap<>();
  private final Map<String, DeviceSpec> devices = new HashMap<>();

  DeviceTarget() {
    for (DeviceProvider provider : ServiceLoader.load(DeviceProvider.class)) {
      families.put(provider.family(), provider);
      provider.catalogue().forEach(s -> devices.put(s.id(), s));
    }
  }

  @Override
  public String name() {
    return "device";
  }

  @Override
  public List<String> packages() {
    return List.of(
        "io.lockstep.spi.spec.**",
        "io.lockstep.spi.**",
        "io.lockstep.device.**",
        "io.lockstep.gcn.**",
        "io.lockstep.terascale.**",
        "io.lockstep.io.**",
        "org.snakeyaml.**");
  }

  @Override
  void read(String text) {
    Contract.holds(POSITION, () -> make(text));
  }

  private void make(String text) {
    DeviceSpec spec =
        SpecReader.read(
            "d.yaml",
            text,
            family -> families.containsKey(family) ? families.get(family).schema() : null,
            devices::get);
    families.get(spec.family()).device(spec).capabilities();
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds =
        SeedFiles.below(
            root,
            List.of(
                "device-evergreen/src/main/resources",
                "device-cayman/src/main/resources",
                "device-cdna/src/main/resources",
                "device-g80/src/main/resources",
                "device-nvidia/src/main/resources"),
            ".yaml",
            most);
    seeds.put(
        "extends",
        "device: x\nextends: hd5870\nl1: {size: 16KiB}\n".getBytes(StandardCharsets.UTF_8));
    return seeds;
  }
}
