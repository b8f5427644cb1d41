/** What the e-mails say, as HTML and as plain text. */
import { isFromRight } from '@larder/contracts/vending/guest-languages.js';

export interface Letter {
  subject: string;
  html: string;
  text: string;
}

interface Content {
  subject: string;
  greeting: string;
  lines: readonly string[];
  /** Shown large, to be typed. */
  code?: string;
  button?: { label: string; url: string };
  closing: string;
  /** English unless told: the language, and what stands above the button's address. */
  wording?: { language: string; otherwise: string };
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function letter({ subject, greeting, lines, code, button, closing, wording = { language: 'en', otherwise: 'If the button does not work, open this address:' } }: Content): Letter {
  const paragraph = (inner: string): string => `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${inner}</p>`;
  const html = `<!doctype html><html lang="${escape(wording.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f7f5f0;color:#1d2421;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px"><p style="margin:0 0 20px;font-size:20px;font-weight:700;color:#1f5a47">Larder</p>
<div style="background:#fff;border:1px solid #e9e5dc;border-radius:12px;padding:28px;word-wrap:break-word"${isFromRight(wording.language) ? ' dir="rtl"' : ''}>${paragraph(escape(greeting))}${lines.map((line) => paragraph(escape(line))).join('')}
${code ? `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;font-family:ui-monospace,monospace">${escape(code)}</p>` : ''}
${button ? `<p style="margin:0 0 16px"><a href="${escape(button.url)}" style="display:inline-block;background:#1f5a47;color:#fff;text-decoration:none;padding:12px 22px;border-radius:8px;font-size:16px">${escape(button.label)}</a></p>${paragraph(`<span style="font-size:13px;color:#59645e">${escape(wording.otherwise)}<br><span style="word-break:break-all">${escape(button.url)}</span></span>`)}` : ''}
<p style="margin:0;font-size:14px;line-height:1.5;color:#59645e">${escape(closing)}</p></div></div></body></html>`;
  const text = ['Larder', '', greeting, '', ...lines.flatMap((line) => [line, '']), ...(code ? [`    ${code}`, ''] : []), ...(button ? [`${button.label}:`, button.url, ''] : []), closing, ''].join('\n');
  return { subject, html, text };
}

export const hello = (name: string): string => (name ? `Hello ${name},` : 'Hello,');

export const verificationLetter = (to: { name: string; code: string; url: string }): Letter => letter({
  subject: `${to.code} is your Larder confirmation code`, greeting: hello(to.name), code: to.code, button: { label: 'Verify e-mail address', url: to.url },
  lines: ['Welcome to Larder. Please confirm that this e-mail address is yours: enter this code where you signed up, or use the button.'],
  closing: 'The link expires in 24 hours. If you did not sign up for Larder, ignore this message: nothing will happen.',
});

export const resetLetter = (to: { name: string; code: string; url: string }): Letter => letter({
  subject: `${to.code} is your Larder password code`, greeting: hello(to.name), code: to.code, button: { label: 'Choose a new password', url: to.url },
  lines: ['Somebody, hopefully you, asked for a new password for your Larder login.'],
  closing: 'The code expires in one hour. If it was not you, ignore this message: your password stays as it is.',
});

export const addressLetter = (to: { name: string; code: string }): Letter => letter({
  subject: `${to.code} is the code for your new address`, greeting: hello(to.name), code: to.code,
  lines: ['Somebody, hopefully you, wants to sign in to Larder with this e-mail address from now on. Enter this code on the profile to confirm it.'],
  closing: 'The code expires in one hour. If it was not you, ignore this message: nothing will happen.',
});

/** `takeBack`: where one goes back to the former address, if one may. */
export const formerAddressLetter = (to: { name: string; takeBack?: string }): Letter => letter({
  subject: 'The e-mail address of your Larder login was changed', greeting: hello(to.name), ...(to.takeBack && { button: { label: 'This was not me', url: to.takeBack } }),
  lines: ['Your Larder login has another e-mail address from now on: you sign in with that one, and letters go to it. This one is good for neither any more.'],
  closing: to.takeBack ? 'If this was you, there is nothing to do. If not, somebody knows your password: within 7 days the button takes your login back, with a new password, and signs everybody else out.'
    : 'If this was not you, tell an owner of your organization, or whoever runs Larder for you, at once.',
});

export const invitationLetter = (to: { organization: string; invitedBy: string; role: string; url: string; days: number }): Letter => letter({
  subject: `${to.invitedBy || 'A colleague'} invites you to ${to.organization} on Larder`, greeting: 'Hello,', button: { label: 'Accept the invitation', url: to.url },
  lines: [`${to.invitedBy || 'A colleague'} invites you to join ${to.organization} on Larder as ${to.role}. Larder runs vending machines in short-term rentals.`],
  closing: `The invitation is good for ${to.days} days. If you do not know what this is about, ignore it.`,
});

export const removedLetter = (to: { name: string; organization: string; url: string }): Letter => letter({
  subject: `You were removed from ${to.organization}`, greeting: hello(to.name), button: { label: 'See your profile', url: to.url },
  lines: [`You no longer belong to ${to.organization} on Larder. Your login stays: with it you can join another organization, or begin one.`],
  closing: `If you did not expect this, please ask an owner of ${to.organization}.`,
});

export const roleLetter = (to: { name: string; organization: string; role: string; url: string }): Letter => letter({
  subject: `Your role in ${to.organization} is ${to.role} now`, greeting: hello(to.name), button: { label: 'Open Larder', url: to.url },
  lines: [`You are now ${to.role} in ${to.organization} on Larder. It holds at once; you need not sign in again.`],
  closing: `If you did not expect this, please ask an owner of ${to.organization}.`,
});

export const joinedLetter = (to: { name: string; organization: string; role: string; url: string }): Letter => letter({
  subject: `Somebody has joined ${to.organization} as ${to.role}`, greeting: hello(to.name), button: { label: 'See your team', url: to.url },
  lines: [`An invitation was accepted: ${to.organization} has one more ${to.role} on Larder. Your team says who it is.`],
  closing: `You get this because you own ${to.organization} on Larder. If nobody was meant to join, remove them from the team.`,
});

export const keyLetter = (to: { name: string; organization: string; key: string; role: string; url: string }): Letter => letter({
  subject: `An API key was issued for ${to.organization}`, greeting: hello(to.name), button: { label: 'See the API keys', url: to.url },
  lines: [`A program can now do in ${to.organization} on Larder what a member in the role ${to.role} may, with the API key “${to.key}”.`],
  closing: `You get this because you own ${to.organization} on Larder. If nobody was meant to issue it, revoke it, and see who is in your team.`,
});

export const singleSignOnLetter = (to: { name: string; organization: string; host: string; url: string }): Letter => letter({
  subject: `Members of ${to.organization} can sign in by single sign-on`, greeting: hello(to.name), button: { label: 'See how members sign in', url: to.url },
  lines: [`From now on ${to.host} says who signs in to ${to.organization} on Larder: whoever runs it lets in any member, owners too.`],
  closing: `You get this because you own ${to.organization} on Larder. If nobody was meant to set this up, turn it off, and see who is in your team.`,
});

const NOTICES = {
  'password-changed': ['Your Larder password was changed', 'The password of your Larder login was just changed. Everywhere else you were signed out.'],
  'password-reset': ['Your Larder password was reset', 'The password of your Larder login was just set anew with a code or a link from an e-mail. You were signed out everywhere.'],
  'second-factor-on': ['Two-step sign-in is on', 'From now on your Larder login asks for a code of your authenticator app as well. Everywhere else you were signed out.'],
  'second-factor-off': ['Two-step sign-in is off', 'Your Larder login no longer asks for a code of an authenticator app.'],
  'second-factor-reset': ['Two-step sign-in was reset', 'Whoever sees to your organization\'s members has turned off two-step sign-in for your Larder login, as for somebody who has lost their phone. You were signed out everywhere, and your password alone lets you in. Please turn it on again on your profile.'],
  'recovery-codes-made': ['You have new recovery codes', 'Recovery codes were just made for your Larder login. Each of them lets you in once without your authenticator app; earlier ones are good no more.'],
  'recovery-code-used': ['A recovery code was used', 'Somebody just signed in to your Larder login with a recovery code instead of your authenticator app. That code is good no more. How many are left is on your profile.'],
  'copied-token': ['A sign-in of yours was ended', 'A sign-in to your Larder login was used from two places at once, as happens when somebody has copied it. We have ended it.'],
} as const;
export type Notice = keyof typeof NOTICES;

export const noticeLetter = (notice: Notice, to: { name: string; url: string }): Letter => {
  const [subject, line] = NOTICES[notice];
  return letter({
    subject, greeting: hello(to.name), lines: [line], button: { label: 'See your sign-ins', url: to.url },
    closing: 'If this was you, there is nothing to do. If not, choose a new password at once and sign out everywhere.',
  });
};
