// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the section {@code claims} of a specification. */
final class ClaimReader {
  private static final Pattern VALUE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(\\S*)");
  private static final BigDecimal USUAL = new BigDecimal("0.1");

  private ClaimReader() {}

  /**
   * Reads the claims of one file.
   *
   * @throws InputException if a claim has no source or an unknown unit
   */
  static void read(
      YamlNode section, SortedMap<String, String> sources, SortedMap<String, Claim> out) {
    for (YamlMap.Entry entry : section.asMap().entries()) {
      YamlMap map = entry.value().asMap();
      map.allowOnly("value", "source", "tolerance");
      YamlNode value = map.require("value");
      Matcher text = VALUE.matcher(value.raw().strip());
      if (!text.matches() || !Claim.isUnit(text.group(2))) {
        throw new InputException(
            value.where(),
            "expected a number with one of the units %s, found '%s'"
                .formatted(String.join(", ", Claim.units()), value.raw()));
      }
      YamlNode source = map.require("source");
      String cited = sources.get(source.asText());
      if (cited == null) {
        throw new InputException(
            source.where(),
            "source '%s' is not listed%s"
                .formatted(source.asText(), Suggestions.hint(source.asText(), sources.keySet())));
      }
      out.put(
          entry.key(),
          new Claim(
              entry.key(),
              new BigDecimal(text.group(1)),
              text.group(2),
              cited,
              tolerance(map),
              entry.where()));
    }
  }

  private static double tolerance(YamlMap map) {
    if (!map.has("tolerance")) {
      return USUAL.doubleValue();
    }
    YamlNode node = map.require("tolerance");
    try {
      BigDecimal share = Dimension.RATIO.exact(node.raw()).movePointLeft(6);
      if (share.signum() > 0 && share.compareTo(BigDecimal.ONE) <= 0) {
        return share.doubleValue();
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw new InputException(
        node.where(), "expected a share such as 5%, found '" + node.raw() + "'");
  }
}
