// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.List;
import java.util.function.BiConsumer;

/** An address computation. Its name is the first word of the example. */
record Question(
    String meaning,
    String example,
    List<AddressInput> inputs,
    BiConsumer<AddressInputs, AddressAnswer.Builder> answers)
    implements AddressKind {
  @Override
  public String name() {
    return example.split(" ", 2)[0];
  }

  @Override
  public AddressAnswer answer(AddressInputs in) {
    AddressAnswer.Builder out = new AddressAnswer.Builder();
    answers.accept(in, out);
    return out.build();
  }
}
