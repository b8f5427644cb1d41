/** The pages of the hosted sign-in: plain forms in the product's look, which need no script. */

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface Page {
  html: string;
  headers: Record<string, string>;
}

const STYLE = `:root{color-scheme:light dark;--paper:#f7f5f0;--card:#fff;--ink:#1d2421;--edge:#e9e5dc;--line:#8a8f88;--brand:#1f5a47;--over:#17483a;--on-brand:#fff;--bad:#fcece9;--bad-edge:#efc1b9;--on-bad:#7c2a20}
@media(prefers-color-scheme:dark){:root{--paper:#131715;--card:#1c2220;--ink:#eef1ed;--edge:#313a36;--line:#7d8882;--brand:#7cc4a8;--over:#a4dcc6;--on-brand:#10201a;--bad:#4a201a;--bad-edge:#7a382e;--on-bad:#ffc9c0}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:min(420px,100% - 32px);background:var(--card);border:1px solid var(--edge);border-radius:14px;padding:32px;margin:24px 0}.brand{font-weight:700;color:var(--brand);font-size:20px;margin:0 0 20px}h1{font-size:24px;line-height:1.25;margin:0 0 20px}
label{display:block;font-weight:600;font-size:14px;margin:16px 0 6px}input{width:100%;font:inherit;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}button{width:100%;margin-top:24px;font:inherit;font-weight:600;padding:12px;border:0;border-radius:8px;background:var(--brand);color:var(--on-brand);cursor:pointer}button:hover{background:var(--over)}
button.plain{background:var(--card);color:var(--brand);border:1px solid var(--brand);margin-top:12px}a{color:var(--brand)}.trouble{background:var(--bad);border:1px solid var(--bad-edge);color:var(--on-bad);border-radius:8px;padding:12px 14px;margin:0 0 8px}.links{display:flex;justify-content:space-between;gap:16px;margin:20px 0 0;font-size:14px;flex-wrap:wrap}p{margin:0 0 12px}`;

function page(title: string, body: string, script?: { nonce: string; text: string }): Page {
  const security = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'${script ? `; script-src 'nonce-${script.nonce}'` : ''}`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)} · Larder</title><link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head>
<body><main><p class="brand">Larder</p><h1>${escape(title)}</h1>${body}</main>${script ? `<script nonce="${script.nonce}">${script.text}</script>` : ''}</body></html>`;
  return { html, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': security, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' } };
}

const trouble = (text: string | undefined): string => (text ? `<p class="trouble" role="alert">${escape(text)}</p>` : '');

export const signInPage = (action: string, { email = '', problem }: { email?: string; problem?: string }): Page => page('Sign in', `${trouble(problem)}<form method="post" action="${escape(action)}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" required value="${escape(email)}"${email ? '' : ' autofocus'}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${email ? ' autofocus' : ''}>
<button type="submit">Sign In</button></form><form method="post" action="${escape(action)}/cancel"><button class="plain" type="submit">Cancel</button></form>
<p class="links"><a href="/register">Sign up here</a><a href="/forgot-password">Forgot password?</a></p>`);

export const codePage = (action: string, session: string): Page => page('Two-step sign-in', `<p>Enter the six-digit code of your authenticator app. If you have lost it, enter one of your recovery codes.</p><form method="post" action="${escape(action)}">
<input type="hidden" name="session" value="${escape(session)}"><label for="code">Code</label><input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" pattern="[0-9]{6}|[0-9A-Za-z]{5}[ \\-]?[0-9A-Za-z]{5}" maxlength="11" required autofocus><button type="submit">Continue</button></form>`);

export const newPasswordPage = (action: string, session: string): Page => page('Choose a new password', `<p>At least 8 characters, with upper and lower case letters, a number and a special character.</p><form method="post" action="${escape(action)}">
<input type="hidden" name="session" value="${escape(session)}"><label for="new">New password</label><input id="new" name="newPassword" type="password" autocomplete="new-password" minlength="8" required autofocus><button type="submit">Continue</button></form>`);

export const notePage = (title: string, text: string): Page => page(title, `<p>${escape(text)}</p><p><a href="/login">Back to the sign-in page</a></p>`);

/** @param isProved an ID token of the one who leaves came along, so nobody else has sent them here */
export const logoutPage = (form: string, isProved: boolean, nonce: string): Page => page('Sign out', `<p>Do you want to sign out of Larder?</p>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button><button class="plain" type="submit" form="op.logoutForm">Stay signed in</button>`,
isProved ? { nonce, text: "const f=document.getElementById('op.logoutForm');const i=document.createElement('input');i.type='hidden';i.name='logout';i.value='yes';f.append(i);f.submit();" } : undefined);
