/** The built-in rules; docs/advice has a page for each of them. */
package io.lockstep.advise.rule;
