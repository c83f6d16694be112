package io.lockstep.kernel.ir;

import java.util.List;
import java.util.Optional;

/**
 * What a kernel may ask of an image: the answer is an argument of its own, behind those of the
 * text, as AMD's compiler passes it. Its name is the image's, a point, and the question's: no
 * language has points in names.
 */
public enum ImageQuery {
  /** Texels of a row. */
  WIDTH("width"),
  /** Rows of an image, or of a layer. */
  HEIGHT("height"),
  /** Planes. */
  DEPTH("depth"),
  /** Layers. */
  ARRAY_SIZE("array_size"),
  /** OpenCL's number of the channels' type. */
  CHANNEL_DATA_TYPE("channel_data_type"),
  /** OpenCL's number of the channels' order. */
  CHANNEL_ORDER("channel_order");

  /** Bytes of an answer. */
  public static final int BYTES = 4;

  private final String text;

  ImageQuery(String text) {
    this.text = text;
  }

  /** {@return the question's name, as OpenCL C has it behind {@code get_image_}} */
  public String text() {
    return text;
  }

  /**
   * {@return the name of the parameter that answers it}
   *
   * @param image name of the parameter that is the image
   */
  public String parameter(String image) {
    return image + "." + text;
  }

  /**
   * {@return what a parameter answers, if it is such a one}
   *
   * @param parameter of any kind
   */
  public static Optional<ImageQuery> of(Parameter parameter) {
    for (ImageQuery query : values()) {
      if (parameter.name().endsWith("." + query.text)) {
        return Optional.of(query);
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the image that a parameter answers for}
   *
   * @param parameter that answers a question
   */
  public static String image(Parameter parameter) {
    return parameter.name().substring(0, parameter.name().lastIndexOf('.'));
  }

  /**
   * {@return the parameters that a launch names arguments for: those of the text}
   *
   * @param kernel whose parameters are looked through, in their order
   */
  public static List<Parameter> written(Kernel kernel) {
    return kernel.parameters().stream()
        .filter(p -> of(p).isEmpty() && !GridWorkspace.is(p))
        .toList();
  }
}
