/** What the machine tells the server: a report, with the time at which it came about. */
#include <string.h>
#include "machine/machine_parts.h"

int64_t machine_wall_ms(const struct machine *machine)
{
	return machine->ports->wall_clock_ms(machine->ports->context);
}

void machine_report(struct machine *machine, const struct device_event *event, int64_t now_ms)
{
	reports_add(&machine->reports, event, machine_wall_ms(machine), now_ms);
}

void machine_answer(struct machine *machine, const char *id, const char *refusal, int64_t now_ms)
{
	struct device_event event = { .kind = EVENT_KIND_DONE };

	strcpy(event.done.id, id);
	event.done.ok = refusal == NULL;
	event.done.why = refusal;
	machine_report(machine, &event, now_ms); /* without room for it the server lets the command expire */
}
