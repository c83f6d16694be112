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

  /** Returns the command's group on the main page. */
  Group group() default Group.OTHER;

  /** Returns the sort key among all commands, ascending. */
  int place() default Integer.MAX_VALUE;

  int[] codes();

  /**
   * Returns the meanings of exit codes that differ from the default, for example {@code 1: some
   * differ}.
   */
  String[] meanings() default {};

  /**
   * Returns the options that {@code --help} hides for this command although other commands show
   * them.
   */
  String[] rare() default {};

  String[] examples();
}
