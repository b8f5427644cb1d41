/** Where a guest chooses the language, each by its own name. */
import { languages } from './languages.js';
import { language, say } from './say.js';
import { choose } from './speak.js';

export const LanguageChoice = () => (
  <select className="language" aria-label={say('Language')} value={language} onChange={(event) => choose(event.target.value)}>
    {Object.entries(languages).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
  </select>
);
