package io.lockstep.spi.address;

import java.util.List;

/**
 * A question about a family's address spaces: {@code lockstep address KIND KEY=VALUE…}. Stateless
 * and thread-safe.
 */
public interface AddressKind {
  /**
   * Name on the command line.
   *
   * @return lower-case letters, digits and underscores; unique among all families
   */
  String name();

  /** {@return what it computes, one line without a full stop} */
  String meaning();

  /** {@return what it takes, in the order of the listing} */
  List<AddressInput> inputs();

  /**
   * {@return inputs as a command line has them}
   *
   * @param words each {@code KEY=VALUE}, or a value whose unit or word belongs to one key
   * @throws io.lockstep.io.InputException if a key is unknown, given twice or missing
   */
  default AddressInputs read(List<String> words) {
    return AddressInputs.of(name(), inputs(), words);
  }

  /** {@return a call that works, without the command's name: {@code scratch_swizzle lane=17 …}} */
  String example();

  /**
   * {@return the result and how it comes about}
   *
   * @param inputs all of {@link #inputs}, given or by default
   * @throws io.lockstep.io.InputException if a value has no meaning, with field and reason
   */
  AddressAnswer answer(AddressInputs inputs);
}
