// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.argument;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import java.util.List;
import java.util.Optional;

/**
 * A property of an image that a kernel may query. The value is an additional argument after those
 * of the text, as in AMD's compiler, named {@code image.property}; no language allows points in
 * names.
 */
public enum ImageQuery {
  /** Width in texels. */
  WIDTH("width"),
  /** Rows of an image, or of a layer. */
  HEIGHT("height"),
  /** Number of planes. */
  DEPTH("depth"),
  /** Number of layers. */
  ARRAY_SIZE("array_size"),
  /** OpenCL's number of the channel data type. */
  CHANNEL_DATA_TYPE("channel_data_type"),
  /** OpenCL's number of the channel order. */
  CHANNEL_ORDER("channel_order");

  /** Size of the argument in bytes. */
  public static final int BYTES = 4;

  private final String text;

  ImageQuery(String text) {
    this.text = text;
  }

  /** {@return the property's name, as in OpenCL C after {@code get_image_}} */
  public String text() {
    return text;
  }

  /**
   * {@return the name of the parameter with the property's value}
   *
   * @param image name of the image parameter
   */
  public String parameter(String image) {
    return image + "." + text;
  }

  /**
   * {@return the property that a parameter holds, if any}
   *
   * @param parameter parameter of any kind
   */
  public static Optional<ImageQuery> of(Parameter parameter) {
    String name = parameter.name();
    int point = name.lastIndexOf('.');
    for (ImageQuery query : values()) {
      if (point >= 0 && name.substring(point + 1).equals(query.text)) {
        return Optional.of(query);
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the name of the image that a parameter describes}
   *
   * @param parameter the parameter that holds a property
   */
  public static String image(Parameter parameter) {
    return parameter.name().substring(0, parameter.name().lastIndexOf('.'));
  }

  /**
   * {@return the parameters for which a launch supplies arguments: the parameters of the text}
   *
   * @param kernel any kernel
   */
  public static List<Parameter> written(Kernel kernel) {
    return kernel.parameters().stream()
        .filter(p -> of(p).isEmpty() && !GridWorkspace.is(p) && !LaunchRange.is(p))
        .toList();
  }
}
