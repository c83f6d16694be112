// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares the help page of a command, except for its options. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HelpPage {
  enum Group {
    SIMULATE("Simulate"),
    LOOK("Look"),
    DATA("Data"),
    TOOLS("Tools"),
    OTHER("Other");

    public final String title;

    Group(String title) {
      this.title = title;
    }
  }

  Group group() default Group.OTHER;

  /** Returns the sort key among all commands, ascending. */
  int place() default Integer.MAX_VALUE;

  int[] codes();

  /**
   * Returns meanings of exit codes that differ from the default, such as {@code 1: some differ}.
   */
  String[] meanings() default {};

  /** Returns options that {@code --help} hides for this command but shows for others. */
  String[] rare() default {};

  String[] examples();
}
