/** The built-in rules, a class each; docs/advice has a page for each of them. */
package io.lockstep.advise.rule;
