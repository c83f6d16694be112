// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The arguments of a run as given, stored in files so that the run can be repeated. */
public record RunSetup(
    String version,
    String workload,
    SortedMap<String, String> parameters,
    String device,
    SortedMap<String, String> overrides) {
  public static final RunSetup UNKNOWN = new RunSetup("", "", new TreeMap<>(), "", new TreeMap<>());

  public RunSetup {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
  }

  void write(ByteBlock out) {
    out.writeText(version);
    out.writeText(workload);
    write(out, parameters);
    out.writeText(device);
    write(out, overrides);
  }

  private static void write(ByteBlock out, SortedMap<String, String> map) {
    out.writeNumber(map.size());
    map.forEach(
        (name, value) -> {
          out.writeText(name);
          out.writeText(value);
        });
  }

  static RunSetup read(BlockReader in) {
    String version = in.readText();
    String workload = in.readText();
    SortedMap<String, String> parameters = map(in);
    String device = in.readText();
    return new RunSetup(version, workload, parameters, device, map(in));
  }

  private static SortedMap<String, String> map(BlockReader in) {
    SortedMap<String, String> map = new TreeMap<>();
    for (int n = in.readInt(); n > 0; n--) {
      String name = in.readText();
      map.put(name, in.readText());
    }
    return map;
  }
}
