// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.address;

import java.util.List;

/** A kind of address computation that {@code lockstep address} offers for a family. Stateless. */
public interface AddressKind {
  /** {@return a name of lower-case letters, digits and underscores, unique among all families} */
  String name();

  /** {@return a definition of the result, one line without a full stop} */
  String meaning();

  /** {@return the inputs, in the order of the listing} */
  List<AddressInput> inputs();

  /**
   * {@return the inputs given by the words of a command line}
   *
   * @param words each {@code KEY=VALUE}, or a value whose unit or word belongs to one key
   * @throws io.lockstep.io.InputException if a key is unknown, given twice or missing
   */
  default AddressInputs read(List<String> words) {
    return AddressInputs.of(name(), inputs(), words);
  }

  /** {@return a valid call without the command's name: {@code scratch_swizzle lane=17 …}} */
  String example();

  /**
   * {@return the result and the steps of its computation}
   *
   * @param inputs values of all {@link #inputs}, given by the user or by default
   * @throws io.lockstep.io.InputException if a value has no meaning, with field and reason
   */
  AddressAnswer answer(AddressInputs inputs);
}
