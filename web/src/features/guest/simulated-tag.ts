/** Tags that were never printed, for the simulator. */

/** `VM-001` → `VM-001-042`. @param roll any whole number, from chance; the tag's number is 001 to 999. */
export const simulatedTag = (machineId: string, roll: number): string => `${machineId}-${String((roll % 999) + 1).padStart(3, '0')}`;
