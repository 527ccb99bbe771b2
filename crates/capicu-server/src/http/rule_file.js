// Puts a chosen file into the form, where it can be looked at and changed before it is sent.
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) document.getElementById("text").value = await file.text();
});
