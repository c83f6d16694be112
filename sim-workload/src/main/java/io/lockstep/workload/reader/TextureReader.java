// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.step.Argument;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads arguments of a launch that are textures or images of a buffer, or the samplers of images.
 *
 * @param buffers checks that a node names a buffer, and returns the name
 */
record TextureReader(
    Names names, Function<YamlNode, String> buffers, Map<String, ElementType> types) {
  /** Reads a texture, an image or a sampler; returns empty for other keys. */
  Optional<Argument> read(YamlMap.Entry entry, String where) {
    return switch (entry.key()) {
      case "texture" -> Optional.of(texture(where, entry.value().asMap()));
      case "image" -> Optional.of(image(where, entry.value().asMap()));
      case "sampler" -> Optional.of(sampler(where, entry.value().asMap()));
      default -> Optional.empty();
    };
  }

  /** Reads a sampler. The defaults are OpenCL C's behaviour without a sampler. */
  private static Argument sampler(String where, YamlMap map) {
    map.allowOnly("address", "filter", "normalized");
    Map<String, SamplerInfo.Address> modes = new LinkedHashMap<>();
    for (SamplerInfo.Address mode : SamplerInfo.Address.values()) {
      modes.put(mode.name().toLowerCase(Locale.ROOT), mode);
    }
    SamplerInfo sampler =
        new SamplerInfo(
            map.get("normalized").map(YamlNode::asBoolean).orElse(false),
            map.get("address").map(n -> n.choice(modes)).orElse(SamplerInfo.Address.NONE),
            map.get("filter")
                .map(
                    n ->
                        n.choice(
                            Map.of(
                                "nearest", TextureInfo.Filter.NEAREST,
                                "linear", TextureInfo.Filter.LINEAR)))
                .orElse(TextureInfo.Filter.NEAREST));
    if (sampler.repeats() && !sampler.normalized()) {
      throw new InputException(
          where,
          "address modes repeat and mirrored_repeat want normalized: true (OpenCL 1.2, 5.7)");
    }
    return new Argument.Sampler(where, sampler);
  }

  private Argument image(String where, YamlMap map) {
    map.allowOnly("buffer", "width", "height", "depth", "channels", "format");
    Argument.Texture view =
        new Argument.Texture(
            where,
            buffers.apply(map.require("buffer")),
            IntegerExpression.read(map.require("width"), names),
            map.get("height")
                .map(n -> IntegerExpression.read(n, names))
                .orElseGet(() -> IntegerExpression.constant(where, 1)),
            channels(map),
            format(map),
            Argument.AddressMode.CLAMP,
            Argument.Filter.NEAREST,
            false);
    return new Argument.Image(
        where, view, map.get("depth").map(n -> IntegerExpression.read(n, names)).orElse(null));
  }

  private Argument texture(String where, YamlMap map) {
    map.allowOnly(
        "buffer", "width", "height", "channels", "format", "address", "filter", "normalized");
    YamlNode bufferNode = map.require("buffer");
    String buffer = buffers.apply(bufferNode);
    Argument.Format format = format(map);
    ElementType type = types.get(buffer);
    int channels = channels(map);
    Argument.Filter filter =
        map.get("filter")
            .map(
                n ->
                    n.choice(
                        Map.of(
                            "nearest", Argument.Filter.NEAREST,
                            "linear", Argument.Filter.LINEAR)))
            .orElse(Argument.Filter.NEAREST);
    if (filter == Argument.Filter.LINEAR && format == Argument.Format.ELEMENT && !type.isFloat()) {
      throw map.require("filter")
          .wrong("linear filtering needs floats, '" + buffer + "' holds " + type.text());
    }
    return new Argument.Texture(
        where,
        buffer,
        IntegerExpression.read(map.require("width"), names),
        IntegerExpression.read(map.require("height"), names),
        channels,
        format,
        map.get("address")
            .map(
                n ->
                    n.choice(
                        Map.of(
                            "clamp", Argument.AddressMode.CLAMP,
                            "wrap", Argument.AddressMode.WRAP,
                            "mirror", Argument.AddressMode.MIRROR,
                            "border", Argument.AddressMode.BORDER)))
            .orElse(Argument.AddressMode.CLAMP),
        filter,
        map.get("normalized").map(YamlNode::asBoolean).orElse(false));
  }

  private Argument.Format format(YamlMap map) {
    Argument.Format format =
        map.get("format")
            .map(
                n ->
                    n.choice(
                        Map.of(
                            "element", Argument.Format.ELEMENT,
                            "unorm", Argument.Format.UNORM,
                            "snorm", Argument.Format.SNORM)))
            .orElse(Argument.Format.ELEMENT);
    String buffer = map.require("buffer").asText();
    ElementType type = types.get(buffer);
    if (format != Argument.Format.ELEMENT && (type.isFloat() || type.bytes() > 2)) {
      throw map.require("format")
          .wrong(
              "unorm and snorm read integers of 8 and 16 bits, '%s' holds %s"
                  .formatted(buffer, type.text()));
    }
    return format;
  }

  private static int channels(YamlMap map) {
    int channels = map.get("channels").map(n -> n.asInt(1, 4)).orElse(1);
    if (channels == 3) {
      throw map.require("channels").wrong("expected 1, 2 or 4 channels, found 3");
    }
    return channels;
  }
}
