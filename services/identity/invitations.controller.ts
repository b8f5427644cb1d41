/** Invitations into a team, as whoever sends and whoever gets them asks. */
import { Controller } from '@nestjs/common';
import { acceptInvitation, invitationOf, inviteMember, joinByInvitation, renewInvitation, revokeInvitation, type TeamMember } from '@larder/contracts/identity/organization.js';
import { troubled } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Leaving } from './leaving.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { People } from './people.js';
import { isAbove, personOf } from './person-of.js';
import { Guesses } from './secrets/guesses.js';
import { ownSignInOff, SignIns } from './sign-ins.js';
import { SingleSignOn } from './single-sign-on/single-sign-on.js';
import { belongsElsewhere, Teams, type OpenInvitation } from './teams.js';

/** Letters with invitations that one organization has sent within an hour. */
const MOST_INVITATIONS = 50;

const aboveTheirs = (): Refusal => refuse('FORBIDDEN', 'This invitation is to a role above your own. Please ask an owner.');

const invited = (invitation: TeamMember | Refusal): { invitation: TeamMember } | Refusal => (isRefusal(invitation) ? invitation : { invitation });

@Controller()
export class InvitationsController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly teams: Teams, private readonly signIns: SignIns, private readonly leaving: Leaving, private readonly guesses: Guesses, private readonly singleSignOn: SingleSignOn) {}

  @Answers(inviteMember)
  async invite({ email, role }: In<typeof inviteMember>, asked: Asked): Promise<Out<typeof inviteMember> | Refusal> {
    const { caller } = asked;
    if (caller.kind !== 'user') return refuse('FORBIDDEN', 'Only members invite');
    return invited(await this.letter(caller.account, this.people.fingerprint(email), () => this.teams.invite(caller.account, email, role, caller.id, causeOf(asked, caller.account))));
  }

  @Answers(renewInvitation)
  async renew({ userId }: In<typeof renewInvitation>, asked: Asked): Promise<Out<typeof renewInvitation> | Refusal> {
    const account = accountOf(asked);
    const { [userId]: open } = (await this.teams.state(account)).invitations;
    if (open && isAbove(open.role, asked)) return aboveTheirs();
    return invited(await this.letter(account, open?.emailHash ?? userId, () => this.teams.renew(account, userId, causeOf(asked, account))));
  }

  /** Anybody can begin an organization and invite whom they like: nobody is flooded with letters they never asked for, and nobody sends them to everybody. */
  private async letter<T extends object>(account: string, emailHash: string, send: () => Promise<T | Refusal>): Promise<T | Refusal> {
    const takeBack = await this.guesses.noteAmong(`invitations of ${account}`, MOST_INVITATIONS, 3_600_000);
    if (!takeBack) return refuse('TOO_MANY_REQUESTS', `Your organization has sent ${MOST_INVITATIONS} invitations within an hour. Please send the others later.`);
    const forgive = await this.guesses.note(`invitation ${emailHash}`);
    const sent = forgive ? await send() : troubled('LimitExceeded');
    if (isRefusal(sent)) await Promise.all([takeBack(), forgive?.()]);
    return sent;
  }

  @Answers(revokeInvitation)
  async revoke({ userId }: In<typeof revokeInvitation>, asked: Asked): Promise<Out<typeof revokeInvitation> | Refusal> {
    const account = accountOf(asked);
    const { [userId]: open } = (await this.teams.state(account)).invitations;
    if (open && isAbove(open.role, asked)) return aboveTheirs();
    const done = await this.teams.do(account, { type: 'RevokeInvitation', invitationId: userId }, causeOf(asked, account));
    return isRefusal(done) ? done : {};
  }

  @Answers(invitationOf)
  async invitation({ token }: In<typeof invitationOf>): Promise<Out<typeof invitationOf> | Refusal> {
    const open = await this.teams.invitation(token);
    if (isRefusal(open)) return open;
    const [by, hasLogin] = await Promise.all([this.people.show(open.invitedBy), this.people.hasLogin(open.email)]);
    const { organizationName, email, role, expiresAt, account } = open;
    const entrance = this.kit.settings.OWN_SIGN_IN ? await this.singleSignOn.of(account) : undefined;
    const singleSignOn = entrance && { slug: entrance.slug, isRequired: this.singleSignOn.objectionFor(role, entrance) !== undefined };
    return { ...(singleSignOn && { singleSignOn }), organizationName, email, role, expiresAt, invitedBy: by ? `${by.firstName} ${by.lastName}`.trim() : '', hasLogin };
  }

  @Answers(joinByInvitation)
  async join({ token, firstName, lastName, password }: In<typeof joinByInvitation>, asked: Asked): Promise<Out<typeof joinByInvitation> | Refusal> {
    if (!this.kit.settings.OWN_SIGN_IN) return ownSignInOff();
    const open = await this.teams.invitation(token);
    if (isRefusal(open)) return open;
    const objection = this.singleSignOn.objectionFor(open.role, await this.singleSignOn.of(open.account));
    if (objection) return objection;
    const registered = await this.people.register({ email: open.email, givenName: firstName, familyName: lastName, password, emailVerified: true }, causeOf(asked, PEOPLE));
    if (isRefusal(registered)) return registered;
    await this.kit.views.reached(membershipView, registered.position);
    const accepted = await this.teams.accept(open, registered.userId, causeOf(asked, open.account));
    return isRefusal(accepted) ? accepted : { email: open.email };
  }

  @Answers(acceptInvitation)
  async accept({ token, leaves }: In<typeof acceptInvitation>, asked: Asked): Promise<Out<typeof acceptInvitation> | Refusal> {
    const userId = personOf(asked);
    const [open, joined] = [await this.teams.invitation(token), await this.teams.joinedBy(token)];
    const isOnceMore = isRefusal(open) && joined?.userId === userId; // the answer was lost
    const accepted = isOnceMore ? { accountId: joined.account } : isRefusal(open) ? open : await this.acceptOpen(open, leaves, asked);
    // Where single sign-on is required they come anew, by it.
    if (!isRefusal(accepted)) await this.signIns.endByPassword(userId, asked);
    return accepted;
  }

  private async acceptOpen(open: OpenInvitation, leaves: string | undefined, asked: Asked): Promise<{ accountId: string } | Refusal> {
    const { userId, isKnown } = await this.people.idOf(open.email);
    const isTheirs = isKnown && userId === personOf(asked);
    if (!isTheirs) return refuse('FORBIDDEN', 'This invitation is for another e-mail address. Please sign in with that one.');
    return this.teams.accept(open, userId, causeOf(asked, open.account), async (former) => (former === leaves ? this.leaving.leave(former, userId, asked, ', or ask to be invited with another address') : belongsElsewhere()));
  }
}
