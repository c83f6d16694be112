// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.Locale;

/** The texels that an operation on textures, images or surfaces accesses, and how. */
public sealed interface Texels extends Variant {
  /** {@return the dimensions of the coordinates} */
  Geometry geometry();

  /** The dimensions of coordinates of a texture or surface; a layer comes first. */
  enum Geometry {
    /** One coordinate. */
    LINE(1, false),
    /** Two coordinates. */
    PLANE(2, false),
    /** Three coordinates. */
    VOLUME(3, false),
    /** A layer's number and one coordinate. */
    LAYERED_LINE(1, true),
    /** A layer's number and two coordinates. */
    LAYERED_PLANE(2, true);

    private final int dimensions;
    private final boolean layered;

    Geometry(int dimensions, boolean layered) {
      this.dimensions = dimensions;
      this.layered = layered;
    }

    /** {@return dimensions of a layer} */
    public int dimensions() {
      return dimensions;
    }

    /** {@return whether the first coordinate is a layer's number} */
    public boolean isLayered() {
      return layered;
    }

    /** {@return coordinates, including a layer} */
    public int coordinates() {
      return dimensions + (layered ? 1 : 0);
    }

    /**
     * {@return the geometry of one, two or three dimensions without layers}
     *
     * @param dimensions 1 to 3
     */
    public static Geometry of(int dimensions) {
      return switch (dimensions) {
        case 1 -> LINE;
        case 2 -> PLANE;
        case 3 -> VOLUME;
        default -> throw new IllegalArgumentException(dimensions + " dimensions");
      };
    }

    private String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The unit of a fetch's coordinates. */
  enum Coordinates {
    /** As the texture is bound. */
    AS_BOUND,
    /** Coordinates in texels. */
    UNNORMALIZED,
    /** Coordinates from 0 to 1. */
    NORMALIZED
  }

  /**
   * A variant of TEXTURE.
   *
   * @param geometry geometry of the texture
   * @param coordinates unit of the coordinates, if the text specifies it
   * @param level whether the last source is a level of detail
   * @param sampled whether the handle is an image's and the last source a sampler ({@link
   *     Address#sampler})
   */
  record Fetch(Geometry geometry, Coordinates coordinates, boolean level, boolean sampled)
      implements Texels {
    /**
     * {@return a fetch with the coordinate unit of the texture's binding, without level and
     * sampler}
     *
     * @param geometry geometry of the texture
     */
    public static Fetch of(Geometry geometry) {
      return new Fetch(geometry, Coordinates.AS_BOUND, false, false);
    }

    /**
     * {@return a fetch from an image through a sampler}
     *
     * @param geometry geometry of the image
     */
    public static Fetch sampled(Geometry geometry) {
      return new Fetch(geometry, Coordinates.AS_BOUND, false, true);
    }

    /** {@return the number of sources after the handle and the coordinates} */
    public int others() {
      return (level ? 1 : 0) + (sampled ? 1 : 0);
    }

    @Override
    public String text() {
      return geometry.text()
          + (coordinates == Coordinates.AS_BOUND
              ? ""
              : "." + coordinates.name().toLowerCase(Locale.ROOT))
          + (level ? ".level" : "")
          + (sampled ? ".sampled" : "");
    }
  }

  /** The result of a surface access beyond the edge. */
  enum Outside {
    /** The program ends with an error. */
    TRAP,
    /** The access is moved to the nearest coordinate inside. */
    CLAMP,
    /** Loads read zero, stores do nothing. */
    ZERO
  }

  /**
   * A variant of SURFACE_LOAD and SURFACE_STORE.
   *
   * @param geometry geometry of the surface
   * @param outside treatment of coordinates beyond the edge
   * @param formatted whether x counts texels, not bytes, and four floats or integers are converted
   *     to the texel's format; only for stores
   */
  record Surface(Geometry geometry, Outside outside, boolean formatted) implements Texels {
    /**
     * {@return an access to bytes}
     *
     * @param geometry geometry of the surface
     * @param outside treatment of coordinates beyond the edge
     */
    public static Surface bytes(Geometry geometry, Outside outside) {
      return new Surface(geometry, outside, false);
    }

    /**
     * {@return a store of whole texels of an image}
     *
     * @param geometry geometry of the image
     */
    public static Surface texels(Geometry geometry) {
      return new Surface(geometry, Outside.TRAP, true);
    }

    @Override
    public String text() {
      return geometry.text()
          + "."
          + outside.name().toLowerCase(Locale.ROOT)
          + (formatted ? ".formatted" : "");
    }
  }
}
