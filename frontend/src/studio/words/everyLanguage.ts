import { en } from "./en";
import { learn, speak } from "./words";
import { zhCN } from "./zh-CN";

/** For tests and journeys, which change the language without waiting for it. No page imports this. */
learn("en", en);
learn("zh-CN", zhCN);
speak("en");
