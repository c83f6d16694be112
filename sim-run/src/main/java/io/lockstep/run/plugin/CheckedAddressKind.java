// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;

/** Wraps a plug-in's address kind: queries its description once and checks returned values. */
final class CheckedAddressKind implements AddressKind {
  private final AddressKind kind;
  private final ModelBoundary boundary;
  private final String name;
  private final String meaning;
  private final List<AddressInput> inputs;
  private final String example;

  CheckedAddressKind(AddressKind kind, ModelBoundary boundary) {
    this.kind = kind;
    this.boundary = boundary;
    name = boundary.call(kind, "name", kind::name);
    meaning = boundary.call(kind, "meaning", kind::meaning);
    inputs = boundary.call(kind, "inputs", () -> List.copyOf(kind.inputs()));
    example = boundary.call(kind, "example", kind::example);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  @Override
  public List<AddressInput> inputs() {
    return inputs;
  }

  @Override
  public String example() {
    return example;
  }

  @Override
  public AddressAnswer answer(AddressInputs in) {
    return boundary.call(kind, "answer", () -> kind.answer(in));
  }
}
