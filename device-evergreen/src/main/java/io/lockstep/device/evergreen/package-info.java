/** AMD's VLIW5 GPUs: R700 (HD 4870) and Evergreen (HD 5870, 5770, 5450, 6870). */
package io.lockstep.device.evergreen;
