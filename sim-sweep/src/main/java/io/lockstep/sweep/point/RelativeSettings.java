// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.point;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The absolute values of settings such as {@code *0.5}, which multiply a parameter of the device.
 * The catalogue is loaded when the first of them is asked for. Thread-safe.
 */
public final class RelativeSettings {
  /** Leaves all settings as they are. */
  public static final RelativeSettings NONE = new RelativeSettings(null);

  private final Supplier<Catalogue> source; // null without devices
  private Catalogue catalogue; // null before it is needed
  private boolean missing; // whether the catalogue cannot be loaded
  private final Map<List<String>, String> known = new HashMap<>(); // lookup only

  public RelativeSettings(Supplier<Catalogue> source) {
    this.source = source;
  }

  /**
   * Returns a setting's value with its unit; a relative one whose device is unknown, or refuses the
   * value, as it is.
   *
   * @param settings all settings of the point, since a value may be legal only with the others
   * @param key key of one of them, which may end in a question mark
   */
  public synchronized String absolute(String device, Map<String, String> settings, String key) {
    String text = settings.get(key);
    if (!text.startsWith("*") || source == null || missing) {
      return text;
    }
    List<String> asked = List.of(device, key, text);
    String value = known.get(asked);
    if (value == null) {
      value = find(device, settings, key, text);
      if (!value.equals(text)) {
        known.put(asked, value);
      }
    }
    return value;
  }

  private String find(String device, Map<String, String> settings, String key, String text) {
    try {
      catalogue = catalogue == null ? source.get() : catalogue;
    } catch (InputException e) {
      missing = true; // a folder of plug-ins is gone
      return text;
    }
    for (Map<String, String> some : List.of(Map.of(key, text), settings)) {
      try {
        DeviceSpec spec = catalogue.spec(device).with(some);
        String path = key.endsWith("?") ? key.substring(0, key.length() - 1) : key;
        if (spec.known(path).isPresent()) {
          return spec.figure(path).text();
        }
      } catch (InputException e) {
        continue; // refused alone, or with the other settings
      }
    }
    return text;
  }
}
