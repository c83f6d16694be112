// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.step.Argument;

/** Binds textures to buffers when a launch is reached. */
final class TextureBinding {
  /** Maximum side of a 2-D texture (CUDA C++ Programming Guide, "Technical Specifications"). */
  private static final int MAX_SIDE = 131072;

  private TextureBinding() {}

  /** Returns the image of an argument: its view as a texture, with the image's depth. */
  static TextureInfo of(Argument.Image image, DeviceState device, Scope scope) {
    TextureInfo all = of(image.view(), device, scope);
    if (image.depth() == null) {
      return all;
    }
    int depth = (int) image.depth().evaluate(scope, "depth", 1, all.depth());
    return new TextureInfo(
        all.buffer(),
        all.texel(),
        new TextureInfo.Extent(all.width(), all.height(), depth),
        all.sampling());
  }

  /**
   * Returns the texture of an argument. If the buffer contains several planes of width × height,
   * their number is the texture's depth or number of layers.
   */
  static TextureInfo of(Argument.Texture texture, DeviceState device, Scope scope) {
    int number = device.buffer(texture.buffer());
    BufferInfo buffer = device.infos().get(number);
    ElementType type = device.type(number);
    if (type.bytes() > 4) {
      throw texture.wrong(
          "channels of a texture have up to 32 bits, '%s' holds %s"
              .formatted(texture.buffer(), type.text()));
    }
    int width = (int) texture.width().evaluate(scope, "width", 1, MAX_SIDE);
    int height = (int) texture.height().evaluate(scope, "height", 1, MAX_SIDE);
    long plane = (long) width * height * texture.channels();
    if (plane > buffer.count()) {
      throw texture
          .width()
          .wrong(
              "%s x %s texels of %s are %s elements, '%s' has %s"
                  .formatted(
                      width, height, texture.channels(), plane, texture.buffer(), buffer.count()));
    }
    boolean repeats =
        texture.address() == Argument.AddressMode.WRAP
            || texture.address() == Argument.AddressMode.MIRROR;
    if (repeats && !texture.normalized()) {
      throw texture.wrong(
          "address modes wrap and mirror want normalized: true: they are defined for"
              + " normalized coordinates only");
    }
    return new TextureInfo(
        number,
        new TextureInfo.Texel(
            type.type(),
            texture.format() == Argument.Format.SNORM
                || texture.format() == Argument.Format.ELEMENT && type.isSigned(),
            texture.channels(),
            TextureInfo.Format.valueOf(texture.format().name())),
        new TextureInfo.Extent(width, height, (int) Math.min(MAX_SIDE, buffer.count() / plane)),
        new TextureInfo.Sampling(
            TextureInfo.AddressMode.valueOf(texture.address().name()),
            TextureInfo.Filter.valueOf(texture.filter().name()),
            texture.normalized()));
  }
}
